/** The first segments of addresses that the gateway itself serves. */
export const reservedContexts: readonly string[] = [
  'token',
  'authorize',
  'oauth2',
  'store',
  '.well-known',
  'health',
];
