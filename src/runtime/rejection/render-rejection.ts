import { writeErrorBody } from '#compiled/answers/error-body.ts';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import { chooseBodyFormat } from './choose-body-format.ts';
import type { Rejection } from './rejection.ts';

/** A response as it goes over the wire; header names are in lower case. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Renders a rejection as JSON or XML, as the Accept header requests. */
export function renderRejection(
  { code, status = errorCodes[code].status, headers, errors }: Rejection,
  accept: string | undefined,
  errorDocsUrl: string | undefined,
): RenderedAnswer {
  const format = chooseBodyFormat(accept);
  return {
    status,
    headers: {
      ...headers,
      'content-type': `${format}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: writeErrorBody(code, format === 'application/json' ? 'json' : 'xml', errorDocsUrl, errors),
  };
}
