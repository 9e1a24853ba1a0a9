import type { HttpRequest, HttpResponse } from '../ports/http-exchange.ts';

/** Whether a client holds its body back until it is told to go on (RFC 9110 section 10.1.1). */
export function expectsContinue({ headers, httpVersion }: HttpRequest): boolean {
  return httpVersion !== '1.0' && headers.expect?.toLowerCase() === '100-continue';
}

/** Tells a client that holds its body back to send it, when it is the turn of its request (RFC 9110 section 10.1.1). */
export function sendContinue(request: HttpRequest, response: HttpResponse): void {
  if (!expectsContinue(request)) return;
  if (response.socket) return response.writeContinue();
  // Node would put the head of an answer that still waits for its turn before what was written already.
  response.once('socket', () => {
    if (!response.headersSent) response.writeContinue();
  });
}
