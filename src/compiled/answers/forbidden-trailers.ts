/** Headers that have a meaning only before the body. */
export const forbiddenTrailers: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'expires',
  'host',
  'location',
  'retry-after',
  'set-cookie',
  'vary',
  'warning',
  'www-authenticate',
]);
