import { reasons, type CoveredSection } from './statement.ts';

export const section26: CoveredSection = {
  section: '2.6',
  title: 'Representations',
  statements: [
    { id: '2.6-1', says: 'Bodies are JSON or XML.', rules: ['body-media-type'] },
    {
      id: '2.6-2',
      says: 'They should follow HAL.',
      rules: ['collection-embedded', 'sub-resource-embedded', 'link-object', 'links-self'],
      reason: 'Its media type is accepted like plain JSON but not required, since HAL is only recommended.',
    },
    {
      id: '2.6-3',
      says: 'The attributes of a resource are name/value pairs.',
      reason: 'JSON objects and XML elements always are.',
    },
    {
      id: '2.6-4',
      says: 'A value is a string, a number, a boolean, an object or an array.',
      rules: ['value-type'],
      reason: 'Up to OpenAPI 3.0, other types make the document invalid, which loading it reports.',
    },
    {
      id: '2.6-5',
      says: 'A number may be an integer, be negative, or have decimals or an exponent.',
      reason: 'JSON has no other numbers, so a document cannot declare them.',
    },
    {
      id: '2.6-6',
      says: 'All values of an array have the same type.',
      rules: ['array-homogeneous'],
      reason: 'If a schema does not restrict its items, their types are known only at run time.',
    },
    {
      id: '2.6-7',
      says: 'Dates and times follow the profile of ISO 8601 in RFC 3339, section 5.6.',
      rules: ['date-time-format', 'date-time-values'],
      reason:
        'The rules recognise a date by its format, its examples, or an unambiguous name; a reviewer has to find others.',
    },
    {
      id: '2.6-8',
      says: 'A date is a year, a month and a day, without a time zone.',
      rules: ['date-time-format', 'date-time-values'],
    },
    {
      id: '2.6-9',
      says: 'A time is local, in UTC with a Z, or has a numeric offset.',
      rules: ['date-time-format', 'date-time-values'],
    },
    {
      id: '2.6-10',
      says: 'A date with a time is in UTC with a Z, or has a numeric offset.',
      rules: ['date-time-format', 'date-time-values'],
    },
    {
      id: '2.6-11',
      says: 'An object inside a resource that has its own URL belongs under `_embedded`.',
      rules: ['sub-resource-embedded'],
      reason: 'An object with its own URL is recognised by its `self` link.',
    },
    { id: '2.6-12', says: 'Such an object has a `self` link.', rules: ['embedded-self'] },
    {
      id: '2.6-13',
      says: '`_embedded` contains the items of a collection.',
      rules: ['collection-embedded'],
      reason:
        'JSON responses to GET are checked; a schema does not have to define the XML layout of a collection.',
    },
    {
      id: '2.6-14',
      says: 'A collection is an array even if a filter leaves only one item.',
      rules: ['collection-array'],
      reason: 'The rule checks that the schema is an array; what is sent is known only at run time.',
    },
    {
      id: '2.6-15',
      says: 'Large items of a collection may be shortened.',
      reason: reasons.allows,
    },
    {
      id: '2.6-16',
      says: 'A shortened item keeps its identifying attributes, and its `self` link leads to the full resource.',
      rules: ['embedded-self'],
      reason: 'No document defines which attributes identify an item.',
    },
    { id: '2.6-17', says: 'Links are the members of one object, `_links`.', rules: ['link-object'] },
    {
      id: '2.6-18',
      says: 'The address of a link is in `href`, so a link is also an object.',
      rules: ['link-object'],
    },
    {
      id: '2.6-19',
      says: 'Every resource and every nested resource has a `self` link.',
      rules: ['links-self', 'embedded-self'],
      reason:
        'JSON responses to GET and everything under `_embedded` are checked; other methods usually respond with the same schemas.',
    },
    {
      id: '2.6-20',
      says: 'Other links show what can be done with a resource in its current state.',
      reason: 'Which links are sent in which state is known only at run time.',
    },
    {
      id: '2.6-21',
      says: 'A collection should describe itself, for example with its total count or page number.',
      rules: ['collection-metadata'],
    },
  ],
};
