/** The success responses of each method; a method that is not among them is not used. */
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

/** An accepted request that is done later is a change. */
const writes: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods that an API may use, in upper case. */
export const usedMethods: readonly string[] = Object.keys(successes);

/** The success statuses that a method may answer with; undefined if no API uses the method. */
export function successesOf(method: string): readonly string[] | undefined {
  const own = successes[method];
  return own && writes.includes(method) ? [...own, '202'] : own;
}

/** Whether the table has another answer for a method: it bounds successes, and 304 to what reads. */
export function refusesStatus(method: string, status: string): boolean {
  const allowed = successesOf(method);
  if (!allowed || allowed.includes(status)) return false;
  return /^2\d\d$/.test(status) || (status === '304' && method !== 'GET' && method !== 'HEAD');
}

/** The statuses of failure that an API answers with itself. */
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

/** The gateway's own responses on behalf of an API, beyond those; a test compares it with the gateway's own table. */
export const gatewayStatuses: readonly string[] = ['408', '413', '431', '502', '504'];
