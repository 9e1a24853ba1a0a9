import { reasons, type CoveredSection } from './statement.ts';

export const section45: CoveredSection = {
  section: '4.5',
  title: 'Paths, parameters and methods',
  statements: [
    {
      id: '4.5-1',
      says: 'The host of a URL is in snake_case.',
      rules: ['deployment-host-format'],
      reason: 'Host names cannot contain underscores, so hyphens replace them.',
    },
    { id: '4.5-2', says: 'The context in a URL is in snake_case.', rules: ['api-context-format'] },
    { id: '4.5-3', says: 'The version in a URL is in snake_case.', rules: ['api-version-format'] },
    {
      id: '4.5-4',
      says: 'Every segment of the path of a resource is in snake_case.',
      rules: ['path-snake-case', 'path-no-trailing-slash'],
    },
    {
      id: '4.5-5',
      says: 'Resources have nouns as names.',
      rules: ['path-noun'],
      reason: 'A word that can be a noun or a verb, such as `search`, is not reported.',
    },
    {
      id: '4.5-6',
      says: 'These nouns are plurals.',
      rules: ['path-plural'],
      reason: 'A word that may be a plural is not reported, and neither is a thing that exists only once.',
    },
    {
      id: '4.5-7',
      says: 'They are concrete.',
      rules: ['path-concrete'],
      reason: 'The rule knows generic names; a reviewer decides whether another name is concrete enough.',
    },
    {
      id: '4.5-8',
      says: 'The path of a resource, without anything after it, is the collection.',
      rules: ['path-no-trailing-slash', 'path-noun', 'path-hierarchy'],
      reason:
        'A reviewer decides whether a following word names another collection, as in `/dogs/lost`, or the same one, as in `/dogs/all`.',
    },
    {
      id: '4.5-9',
      says: 'The path of a resource followed by an identifier is one entity.',
      rules: ['path-hierarchy', 'path-parameters', 'path-ambiguous'],
    },
    {
      id: '4.5-10',
      says: 'The parts of a compound identifier are joined by commas.',
      rules: ['path-compound-identifier'],
    },
    {
      id: '4.5-11',
      says: 'In the OpenAPI document each part is a separate path parameter.',
      rules: ['path-compound-identifier', 'path-parameters'],
    },
    {
      id: '4.5-12',
      says: 'An identifier with a kind is preceded by the kind and an equals sign.',
      rules: ['path-qualified-identifier'],
    },
    {
      id: '4.5-13',
      says: 'Resources that belong to an entity are below its path.',
      rules: ['path-hierarchy'],
      reason:
        'No document defines which resource belongs to which; the rule checks that a collection follows an element of another collection.',
    },
    { id: '4.5-14', says: 'Names of query parameters are in camelCase.', rules: ['query-camel-case'] },
    {
      id: '4.5-15',
      says: 'Paged collections use one of two paging styles.',
      rules: ['query-paging-offered', 'query-paging-style'],
      reason:
        'Paging is not required for every collection, so it is only recommended; a name that may be unrelated to paging is not reported.',
    },
    {
      id: '4.5-16',
      says: 'In the first style, `limit` is the size of the page, and `offset` the zero-based index of its first item.',
      rules: ['query-paging-style', 'query-paging-types'],
    },
    {
      id: '4.5-17',
      says: 'In the second style, `pageSize` is the size, and `pageNumber` counts pages from one.',
      rules: ['query-paging-style', 'query-paging-types'],
    },
    {
      id: '4.5-18',
      says: 'A page has links to itself and to the next, previous, first and last page, under `_links`.',
      rules: ['paging-links'],
      reason: 'JSON responses are checked.',
    },
    { id: '4.5-19', says: '`sort` is a comma-separated list of attributes.', rules: ['query-sort'] },
    {
      id: '4.5-20',
      says: 'A hyphen before an attribute means descending order; a plus or no sign means ascending order.',
      rules: ['query-sort'],
      reason: 'No document shows whether a service follows the signs.',
    },
    {
      id: '4.5-21',
      says: 'Without `sort`, a collection has a default order.',
      rules: ['query-sort-default'],
      reason:
        'The rule checks that `sort` documents the default order; no document shows whether the service follows it.',
    },
    {
      id: '4.5-22',
      says: 'A filter for equality is a query parameter with the name of the attribute; several are joined with ampersands.',
      rules: ['query-filter', 'query-camel-case'],
    },
    {
      id: '4.5-23',
      says: 'A filter with another comparison has the operator and a colon before the value.',
      rules: ['query-filter'],
      reason:
        'The operators in values are known only at run time; the rule checks that no parameter name contains an operator.',
    },
    {
      id: '4.5-24',
      says: 'The third kind of filter is a single parameter `filter` with comma-separated entries, each with an operator in brackets after the attribute.',
      rules: ['query-filter'],
    },
    {
      id: '4.5-25',
      says: 'A client requests a format only with the `Accept` header.',
      rules: ['negotiation-by-header'],
    },
    {
      id: '4.5-26',
      says: 'Requests and responses declare the format of their body in `Content-Type`.',
      rules: ['negotiation-by-header', 'body-media-type'],
    },
    {
      id: '4.5-27',
      says: 'GET on a collection returns 200 with the list.',
      rules: ['method-responses', 'method-success-declared'],
    },
    {
      id: '4.5-28',
      says: 'The list may be empty.',
      reason: 'The number of items is known only at run time.',
    },
    {
      id: '4.5-29',
      says: 'GET on a collection may return 404.',
      rules: ['method-responses'],
      reason: 'It does not have to be declared, since most collections always exist.',
    },
    {
      id: '4.5-30',
      says: 'GET on an entity returns 200 with the entity, or 404.',
      rules: ['method-responses', 'method-success-declared', 'method-not-found-declared'],
      reason: 'A GET without a declared body is not reported, since the declaration was probably forgotten.',
    },
    {
      id: '4.5-31',
      says: 'GET is safe and idempotent.',
      rules: ['request-body-allowed'],
      reason: reasons.behaviour,
    },
    {
      id: '4.5-32',
      says: 'POST creates a resource and returns 201.',
      rules: ['method-responses', 'method-success-declared'],
    },
    {
      id: '4.5-33',
      says: 'The response 201 has a `Location` header with the URL of the new resource.',
      rules: ['created-location'],
    },
    { id: '4.5-34', says: 'The response to POST may also contain a link to it.', reason: reasons.allows },
    { id: '4.5-35', says: 'POST is neither safe nor idempotent.', reason: reasons.allows },
    {
      id: '4.5-36',
      says: 'PUT replaces a resource and returns 200 with data, 204, or 404.',
      rules: [
        'method-responses',
        'method-success-declared',
        'method-not-found-declared',
        'success-body',
        'no-content-body',
      ],
    },
    { id: '4.5-37', says: 'PUT is idempotent but not safe.', reason: reasons.behaviour },
    {
      id: '4.5-38',
      says: 'PATCH changes a part of a resource and returns 200 with data, 204, or 404.',
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
      says: 'DELETE deletes a resource and returns 204 or 404.',
      rules: ['method-responses', 'method-success-declared', 'method-not-found-declared', 'no-content-body'],
    },
    {
      id: '4.5-41',
      says: 'DELETE is idempotent but not safe.',
      rules: ['request-body-allowed'],
      reason: reasons.behaviour,
    },
    {
      id: '4.5-42',
      says: 'OPTIONS returns 200 with the supported methods in an `Allow` header.',
      rules: ['options-allow', 'method-responses'],
    },
    {
      id: '4.5-43',
      says: 'OPTIONS is safe and idempotent.',
      reason: reasons.behaviour,
    },
    {
      id: '4.5-44',
      says: 'HEAD responds like GET, with the same headers and without a body.',
      rules: ['head-like-get'],
    },
    {
      id: '4.5-45',
      says: 'HEAD returns 200 or 404.',
      rules: ['method-responses', 'method-success-declared', 'method-not-found-declared'],
    },
    {
      id: '4.5-46',
      says: 'HEAD is safe and idempotent.',
      rules: ['request-body-allowed'],
      reason: reasons.behaviour,
    },
    { id: '4.5-47', says: 'A resource does not have to support every method.', reason: reasons.allows },
    {
      id: '4.5-48',
      says: 'Its methods are in the table and behave accordingly.',
      rules: ['method-known', 'method-responses'],
    },
    {
      id: '4.5-49',
      says: 'Applications, subscriptions, keys and APIs are created in consoles, not with calls of the declared APIs.',
      reason: 'It is about the gateway itself, not about declared APIs.',
    },
  ],
};
