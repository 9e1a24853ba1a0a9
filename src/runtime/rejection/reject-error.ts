import type { ReportError } from '#runtime/ports/errors.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import type { Rejection } from './rejection.ts';

/** The error codes for failures of the framework and the HTTP parser. */
const codesOfErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'path_malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'media_type_unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request_malformed',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  ERR_SSL_HTTP_REQUEST: 'tls_missing',
};

/** Turns an error of the framework into a rejection. An unknown error is a bug, and is reported. */
export function rejectError(error: unknown, reportError: ReportError): Rejection {
  const code = codesOfErrors[codeOf(error)];
  if (code !== undefined) return { code };
  reportError(error);
  return { code: 'internal_error' };
}

/** Turns an error of the HTTP parser into a rejection. */
export function rejectUnreadable(error: unknown): Rejection {
  return {
    code: hasUnknownMethod(error) ? 'method_unknown' : (codesOfErrors[codeOf(error)] ?? 'request_malformed'),
  };
}

const requestLine = /^[!#$%&'*+.^_`|~\w-]+ [^\s]+ HTTP\/1\.[01]\r?\n/;

/**
 * Whether the parser refused a request only because it does not know the method: the rest of the request line is valid.
 */
function hasUnknownMethod(error: unknown): boolean {
  if (codeOf(error) !== 'HPE_INVALID_METHOD' || !(error instanceof Error)) return false;
  if (!('rawPacket' in error) || !(error.rawPacket instanceof Uint8Array)) return false;
  if (!('bytesParsed' in error) || typeof error.bytesParsed !== 'number') return false;
  const text = Buffer.from(error.rawPacket).toString('latin1');
  const lineStart = text.lastIndexOf('\n', error.bytesParsed - 1) + 1;
  return requestLine.test(text.slice(lineStart));
}

/** The `code` of an error of Node, undici or the framework; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
