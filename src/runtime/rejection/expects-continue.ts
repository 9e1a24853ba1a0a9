import type { HttpRequest } from '../ports/http-exchange.ts';

/** Whether a client holds its body back until it is told to go on (RFC 9110 section 10.1.1). */
export function expectsContinue({ headers, httpVersion }: HttpRequest): boolean {
  return httpVersion !== '1.0' && headers.expect?.toLowerCase() === '100-continue';
}
