import type { HttpRequest, HttpResponse } from '../ports/http-exchange.ts';
import { answerAhead } from './answer-ahead.ts';
import type { Rejection } from './rejection.ts';
import { renderRejection } from './render-rejection.ts';

/** Answers with a rejection, on Node's own response. `ownHeaders` are names and values in turn. */
export function answerRejection(
  request: HttpRequest,
  response: HttpResponse,
  rejection: Rejection,
  errorDocsUrl: string | undefined,
  ownHeaders: readonly string[] = [],
): void {
  const { status, headers, body } = renderRejection(rejection, request.headers.accept, errorDocsUrl);
  answerAhead(request, response, { status, headers: [...flatten(headers), ...ownHeaders], body });
}

function flatten(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}
