import type { ReportError } from '../ports/errors.ts';
import type { ErrorCode } from './error-codes.ts';
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
};

/** Turns an error of the framework into a rejection. An unknown error is a program error, and is reported. */
export function rejectError(error: unknown, reportError: ReportError): Rejection {
  const code = codesOfErrors[codeOf(error)];
  if (code !== undefined) return { code };
  reportError(error);
  return { code: 'internal_error' };
}

/** Turns an error of the HTTP parser into a rejection; `line` is the request line if its method is unknown. */
export function rejectUnreadable(error: unknown, line?: string): Rejection {
  if (line !== undefined && requestLine.test(line)) return { code: 'method_unknown' };
  return { code: codesOfErrors[codeOf(error)] ?? 'request_malformed' };
}

/** Of a request that has the correct form, whatever its method is. */
const requestLine = /^[!#$%&'*+.^_`|~\w-]+ [^\s]+ HTTP\/1\.[01]\r?\n/;

/** The `code` of an error of Node, undici or the framework; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
