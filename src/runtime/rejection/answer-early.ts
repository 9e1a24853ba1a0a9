import type { HttpRequest, HttpResponse } from '#runtime/ports/http-exchange.ts';
import { isSendingMuch, lingerOn } from './linger.ts';
import type { Rejection } from './rejection.ts';
import { renderRejection } from './render-rejection.ts';

/** A response that does not come from an upstream. */
interface EarlyAnswer {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * Responds without waiting for the body of the request. If much of the body may still arrive, the connection closes a
 * short time after the response, so that the client does not keep sending in vain.
 */
export function answerEarly(
  request: HttpRequest,
  response: HttpResponse,
  { status, headers, body }: EarlyAnswer,
): void {
  const lingers = isSendingMuch(request);
  if (lingers) response.shouldKeepAlive = false;
  response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(body))]);
  if (!lingers) return void response.end(body);
  if (body === '') response.flushHeaders();
  else response.write(body);
  lingerOn(request, () => response.end());
}

/** Sends a rejection on Node's own response. `ownHeaders` alternates between names and values. */
export function answerRejection(
  request: HttpRequest,
  response: HttpResponse,
  rejection: Rejection,
  errorDocsUrl: string | undefined,
  ownHeaders: readonly string[] = [],
): void {
  const { status, headers, body } = renderRejection(rejection, request.headers.accept, errorDocsUrl);
  answerEarly(request, response, { status, headers: [...flatten(headers), ...ownHeaders], body });
}

function flatten(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}
