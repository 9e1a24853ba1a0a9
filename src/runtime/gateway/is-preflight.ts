import type { HttpRequest } from '../ports/http-exchange.ts';

/** Whether a browser asks what it may send (Fetch standard, section 3.3.2); it cannot show a token in doing so. */
export function isPreflight({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}
