import type { IncomingMessage } from 'node:http';

/** Whether a client holds its body back until it is told to go on (RFC 9110 section 10.1.1). */
export function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.expect?.toLowerCase() === '100-continue';
}
