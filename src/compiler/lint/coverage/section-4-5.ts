import { reasons, type CoveredSection } from './statement.ts';

export const section45: CoveredSection = {
  section: '4.5',
  title: 'Paths, parameters and methods',
  statements: [
    {
      id: '4.5-1',
      says: 'The host of a URL is in snake_case.',
      rules: ['deployment-host-format'],
      reason: 'Names of hosts have no underscores, so hyphens stand for them.',
    },
    { id: '4.5-2', says: 'The context in a URL is in snake_case.', rules: ['api-context-format'] },
    { id: '4.5-3', says: 'The version in a URL is in snake_case.', rules: ['api-version-format'] },
    {
      id: '4.5-4',
      says: 'Every element of the path of a resource is in snake_case.',
      rules: ['path-snake-case', 'path-no-trailing-slash'],
    },
    {
      id: '4.5-5',
      says: 'Resources are named by nouns.',
      rules: ['path-noun'],
      reason: 'A word that is a noun as often as a verb, such as `search`, is let be.',
    },
    {
      id: '4.5-6',
      says: 'These nouns are plurals.',
      rules: ['path-plural'],
      reason: 'A word that is not surely a singular is let be, and so is a thing of which there is only one.',
    },
    {
      id: '4.5-7',
      says: 'They name something concrete.',
      rules: ['path-concrete'],
      reason:
        'Names that fit anything are known; whether a name could be still more concrete is for a reviewer to say.',
    },
    {
      id: '4.5-8',
      says: 'The path of a resource, and nothing after it, is the collection.',
      rules: ['path-no-trailing-slash', 'path-noun', 'path-hierarchy'],
      reason:
        'Whether a word behind it names another collection, as in `/dogs/lost`, or the same again, as in `/dogs/all`, is for a reviewer to say.',
    },
    {
      id: '4.5-9',
      says: 'The path of a resource and an identifier is one entity.',
      rules: ['path-hierarchy', 'path-parameters', 'path-ambiguous'],
    },
    {
      id: '4.5-10',
      says: 'The parts of a compound identifier are joined by commas.',
      rules: ['path-compound-identifier'],
    },
    {
      id: '4.5-11',
      says: 'In the OpenAPI document each part is a path parameter of its own.',
      rules: ['path-compound-identifier', 'path-parameters'],
    },
    {
      id: '4.5-12',
      says: 'An identifier that says of which kind it is has the kind and an equals sign before it.',
      rules: ['path-qualified-identifier'],
    },
    {
      id: '4.5-13',
      says: 'What belongs to an entity is below its path.',
      rules: ['path-hierarchy'],
      reason:
        'What belongs to what no document says; that a collection follows an element of another one is checked.',
    },
    { id: '4.5-14', says: 'Query parameters are named in camelCase.', rules: ['query-camel-case'] },
    {
      id: '4.5-15',
      says: 'Where collections are read by pages, it is in one of two styles.',
      rules: ['query-paging-offered', 'query-paging-style'],
      reason:
        'That every collection has pages is nowhere asked, so it is only advised; a name that may have nothing to do with pages is let be.',
    },
    {
      id: '4.5-16',
      says: 'In the first one `limit` is the size of the page, and `offset` the index to begin at, from zero.',
      rules: ['query-paging-style', 'query-paging-types'],
    },
    {
      id: '4.5-17',
      says: 'In the second one `pageSize` is the size, and `pageNumber` counts the pages from one.',
      rules: ['query-paging-style', 'query-paging-types'],
    },
    {
      id: '4.5-18',
      says: 'A page links to itself, the next, the previous, the first and the last one, under `_links`.',
      rules: ['paging-links'],
      reason: 'Answers in JSON are checked.',
    },
    { id: '4.5-19', says: '`sort` lists attributes with commas between them.', rules: ['query-sort'] },
    {
      id: '4.5-20',
      says: 'A hyphen before an attribute sorts downwards; a plus, or nothing, upwards.',
      rules: ['query-sort'],
      reason: 'Whether a service obeys the signs is in no document.',
    },
    {
      id: '4.5-21',
      says: 'Without `sort` a collection comes in an order of its own.',
      rules: ['query-sort-default'],
      reason:
        'That a `sort` says the order without it is checked; which order a service keeps to is in no document.',
    },
    {
      id: '4.5-22',
      says: 'A filter by equality is a parameter named after the attribute, several of them joined by ampersands.',
      rules: ['query-filter', 'query-camel-case'],
    },
    {
      id: '4.5-23',
      says: 'A filter by another comparison puts its operator and a colon before the value.',
      rules: ['query-filter'],
      reason:
        'What a value is compared by shows at run time; that no name of a parameter holds an operator is checked.',
    },
    {
      id: '4.5-24',
      says: 'The third kind of filter is one parameter, `filter`, with an operator in brackets behind each attribute and commas between entries.',
      rules: ['query-filter'],
    },
    {
      id: '4.5-25',
      says: 'A client asks for a format by the header `Accept`, and by nothing else.',
      rules: ['negotiation-by-header'],
    },
    {
      id: '4.5-26',
      says: 'Requests and responses name the format of their body by `Content-Type`.',
      rules: ['negotiation-by-header', 'body-media-type'],
    },
    {
      id: '4.5-27',
      says: 'GET on a collection answers 200 with the list.',
      rules: ['method-responses', 'method-success-declared'],
    },
    {
      id: '4.5-28',
      says: 'The list may be empty.',
      reason: 'How many items there are shows at run time.',
    },
    {
      id: '4.5-29',
      says: 'GET on a collection may answer 404.',
      rules: ['method-responses'],
      reason: 'It need not be declared: most collections are always there.',
    },
    {
      id: '4.5-30',
      says: 'GET on an entity answers 200 with it, or 404.',
      rules: ['method-responses', 'method-success-declared', 'method-not-found-declared'],
      reason: 'A GET that declares no body is let be, since one is more often forgotten than left out.',
    },
    {
      id: '4.5-31',
      says: 'GET is safe, and idempotent.',
      rules: ['request-body-allowed'],
      reason: reasons.behaviour,
    },
    {
      id: '4.5-32',
      says: 'POST creates, and answers 201.',
      rules: ['method-responses', 'method-success-declared'],
    },
    {
      id: '4.5-33',
      says: 'The answer 201 has a header `Location` that leads to what is new.',
      rules: ['created-location'],
    },
    { id: '4.5-34', says: 'The answer to POST may have a link to it as well.', reason: reasons.allows },
    { id: '4.5-35', says: 'POST is neither safe nor idempotent.', reason: reasons.allows },
    {
      id: '4.5-36',
      says: 'PUT replaces, and answers 200 with data, 204, or 404.',
      rules: [
        'method-responses',
        'method-success-declared',
        'method-not-found-declared',
        'success-body',
        'no-content-body',
      ],
    },
    { id: '4.5-37', says: 'PUT is idempotent, and not safe.', reason: reasons.behaviour },
    {
      id: '4.5-38',
      says: 'PATCH changes a part, and answers 200 with data, 204, or 404.',
      rules: [
        'method-responses',
        'method-success-declared',
        'method-not-found-declared',
        'success-body',
        'no-content-body',
      ],
    },
    { id: '4.5-39', says: 'PATCH is neither safe nor idempotent.', reason: reasons.allows },
    {
      id: '4.5-40',
      says: 'DELETE deletes, and answers 204 or 404.',
      rules: ['method-responses', 'method-success-declared', 'method-not-found-declared', 'no-content-body'],
    },
    {
      id: '4.5-41',
      says: 'DELETE is idempotent, and not safe.',
      rules: ['request-body-allowed'],
      reason: reasons.behaviour,
    },
    {
      id: '4.5-42',
      says: 'OPTIONS answers 200 with the supported methods in a header `Allow`.',
      rules: ['options-allow', 'method-responses'],
    },
    {
      id: '4.5-43',
      says: 'OPTIONS is safe, and idempotent.',
      reason: reasons.behaviour,
    },
    {
      id: '4.5-44',
      says: 'HEAD answers as GET does, with the same headers and without a body.',
      rules: ['head-like-get'],
    },
    {
      id: '4.5-45',
      says: 'HEAD answers 200 or 404.',
      rules: ['method-responses', 'method-success-declared', 'method-not-found-declared'],
    },
    {
      id: '4.5-46',
      says: 'HEAD is safe, and idempotent.',
      rules: ['request-body-allowed'],
      reason: reasons.behaviour,
    },
    { id: '4.5-47', says: 'A resource need not have every method.', reason: reasons.allows },
    {
      id: '4.5-48',
      says: 'The methods that it has are those of the table, and keep to it.',
      rules: ['method-known', 'method-responses'],
    },
    {
      id: '4.5-49',
      says: 'Applications, subscriptions, keys and APIs are made in consoles, not by calls that APIs describe.',
      reason: 'It is about the gateway itself, and about no API that is declared.',
    },
  ],
};
