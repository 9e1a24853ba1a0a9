/** The success statuses of each method, except 202; APIs do not use other methods. */
const successes: Readonly<Partial<Record<string, readonly string[]>>> = {
  GET: ['200'],
  POST: ['201'],
  PUT: ['200', '204'],
  PATCH: ['200', '204'],
  DELETE: ['204'],
  OPTIONS: ['200'],
  HEAD: ['200'],
};

/** Whether requests of a method have no body. */
export function isBodyless(method: string): boolean {
  return bodyless.has(method);
}

const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

/** The methods that may return 202: only a change can be finished later. */
const writes: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods that an API may use, in upper case. */
export const usedMethods: readonly string[] = Object.keys(successes);

/** The success statuses that a method may return; undefined if no API uses the method. */
export function successesOf(method: string): readonly string[] | undefined {
  const own = successes[method];
  return own && writes.includes(method) ? [...own, '202'] : own;
}

/** Whether the table forbids a status for a method: it limits the success statuses, and 304 to GET and HEAD. */
export function refusesStatus(method: string, status: string): boolean {
  const allowed = successesOf(method);
  if (!allowed || allowed.includes(status)) return false;
  return /^2\d\d$/.test(status) || (status === '304' && method !== 'GET' && method !== 'HEAD');
}

/** The error statuses that an API itself returns. */
export const errorStatuses: readonly string[] = [
  '400',
  '401',
  '403',
  '404',
  '405',
  '409',
  '410',
  '415',
  '422',
  '429',
  '500',
  '501',
  '503',
];

/**
 * Further statuses that the gateway returns on behalf of an API; a test compares the list with the gateway's own table.
 */
export const gatewayStatuses: readonly string[] = ['408', '413', '431', '502', '504'];
