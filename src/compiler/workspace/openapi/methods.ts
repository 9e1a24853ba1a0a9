/** The methods that have a field of their own in a path item, in OpenAPI 3.2; earlier versions have fewer. */
export const methodFields = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const;
