import type { HttpRequest, HttpResponse } from '#runtime/ports/http-exchange.ts';

/** Whether a client waits for 100 Continue before it sends its body (RFC 9110 section 10.1.1). */
export function expectsContinue({ headers, httpVersion }: HttpRequest): boolean {
  return httpVersion !== '1.0' && headers.expect?.toLowerCase() === '100-continue';
}

/** Sends 100 Continue to a client that waits for it, once it is the turn of its request (RFC 9110 section 10.1.1). */
export function sendContinue(request: HttpRequest, response: HttpResponse): void {
  if (!expectsContinue(request)) return;
  if (response.socket) return response.writeContinue();
  // Node would send the head of a response that waits for its turn before earlier responses.
  response.once('socket', () => {
    if (!response.headersSent) response.writeContinue();
  });
}
