import { reasons, type CoveredSection } from './statement.ts';

export const section26: CoveredSection = {
  section: '2.6',
  title: 'Representations',
  statements: [
    { id: '2.6-1', says: 'Bodies are written in JSON or in XML.', rules: ['body-media-type'] },
    {
      id: '2.6-2',
      says: 'They best follow HAL.',
      rules: ['collection-embedded', 'sub-resource-embedded', 'link-object', 'links-self'],
      reason: 'Its media type is accepted beside plain JSON and asked of nobody, since HAL is advice.',
    },
    {
      id: '2.6-3',
      says: 'The attributes of a resource are pairs of a name and a value.',
      reason: 'Objects of JSON and elements of XML are nothing else.',
    },
    {
      id: '2.6-4',
      says: 'A value is a string, a number, a boolean, an object or an array.',
      rules: ['value-type'],
      reason: 'Up to OpenAPI 3.0 other types are not valid OpenAPI, which loading the document reports.',
    },
    {
      id: '2.6-5',
      says: 'A number may be whole, negative, have decimals or an exponent.',
      reason: 'These are the numbers that JSON has, so a document cannot declare another.',
    },
    {
      id: '2.6-6',
      says: 'The values in an array are all of one kind.',
      rules: ['array-homogeneous'],
      reason: 'What is sent where a schema leaves its items open shows at run time.',
    },
    {
      id: '2.6-7',
      says: 'Dates and times are written as section 5.6 of RFC 3339 profiles ISO 8601.',
      rules: ['date-time-format', 'date-time-values'],
      reason:
        'What is a date shows by its format, its examples, or a name that surely says so; whatever else may be one is for a reviewer to find.',
    },
    {
      id: '2.6-8',
      says: 'A date stands alone, as year, month and day.',
      rules: ['date-time-format', 'date-time-values'],
    },
    {
      id: '2.6-9',
      says: 'A time is local, in UTC with a Z, or has an offset in numbers.',
      rules: ['date-time-format', 'date-time-values'],
    },
    {
      id: '2.6-10',
      says: 'A date with a time is in UTC with a Z, or has an offset in numbers.',
      rules: ['date-time-format', 'date-time-values'],
    },
    {
      id: '2.6-11',
      says: 'An object within a resource that has a URL of its own belongs under `_embedded`.',
      rules: ['sub-resource-embedded'],
      reason: 'What has a URL of its own shows by its link `self`.',
    },
    { id: '2.6-12', says: 'Such an object links to itself.', rules: ['embedded-self'] },
    {
      id: '2.6-13',
      says: '`_embedded` holds the items of a collection.',
      rules: ['collection-embedded'],
      reason: 'Answers to GET in JSON are checked; how XML lays out a collection, no schema has to say.',
    },
    {
      id: '2.6-14',
      says: 'A collection is an array even where a filter leaves one item of it.',
      rules: ['collection-array'],
      reason: 'That the schema is one of an array is checked; what is sent shows at run time.',
    },
    {
      id: '2.6-15',
      says: 'Large items of a collection may be shortened.',
      reason: reasons.allows,
    },
    {
      id: '2.6-16',
      says: 'A shortened item keeps the attributes that identify it, and links to the whole one by `self`.',
      rules: ['embedded-self'],
      reason: 'Which attributes identify an item no document says.',
    },
    { id: '2.6-17', says: 'Links are the members of one object, `_links`.', rules: ['link-object'] },
    {
      id: '2.6-18',
      says: 'A link has its address in `href`, so it is an object too.',
      rules: ['link-object'],
    },
    {
      id: '2.6-19',
      says: 'Every resource, and every one within another, has a link `self`.',
      rules: ['links-self', 'embedded-self'],
      reason:
        'Responses to GET in JSON are checked, and everything under `_embedded`; other methods mostly respond by the same schemas.',
    },
    {
      id: '2.6-20',
      says: 'Further links show what can be done with a resource in its present state.',
      reason: 'Which links are sent in which state shows at run time.',
    },
    {
      id: '2.6-21',
      says: 'A collection best describes itself, for example by its total count or the number of the page.',
      rules: ['collection-metadata'],
    },
  ],
};
