import { constants } from 'node:http2';
import { errors } from 'undici';

/** One of the two sides does not keep to HTTP/2, as the other one reads it. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code = 'UPSTREAM_PROTOCOL_ERROR';
}

/** The upstream has not processed the request, whatever its method (RFC 9113 section 8.7). */
export class RefusedStreamError extends Error {
  override readonly name = 'RefusedStreamError';
  readonly code = 'UPSTREAM_REFUSED_STREAM';
}

/** The error codes of RFC 9113 section 7, by their number. */
const codeNames: readonly string[] = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

const violations: ReadonlySet<number> = new Set([
  constants.NGHTTP2_PROTOCOL_ERROR,
  constants.NGHTTP2_FLOW_CONTROL_ERROR,
  constants.NGHTTP2_SETTINGS_TIMEOUT,
  constants.NGHTTP2_STREAM_CLOSED,
  constants.NGHTTP2_FRAME_SIZE_ERROR,
  constants.NGHTTP2_COMPRESSION_ERROR,
  constants.NGHTTP2_INADEQUATE_SECURITY,
  constants.NGHTTP2_HTTP_1_1_REQUIRED,
]);

/**
 * Why a stream has no complete response: its error, if any, and the code that it was closed with. Node reports with its
 * own errors what cannot be read as HTTP/2, and a GOAWAY with an error code.
 */
export function describeFailure(error: Error | undefined, code: number | undefined): Error {
  const kind = error && 'code' in error ? error.code : undefined;
  if (error && kind === 'ERR_HTTP2_ERROR') return new ProtocolError(error.message);
  if (error && kind !== 'ERR_HTTP2_STREAM_ERROR' && kind !== 'ERR_HTTP2_SESSION_ERROR') return error;
  return describeReset(code ?? constants.NGHTTP2_NO_ERROR);
}

function describeReset(code: number): Error {
  const name = codeNames[code] ?? String(code);
  if (code === constants.NGHTTP2_REFUSED_STREAM)
    return new RefusedStreamError('the upstream refused the stream');
  const text = `the stream ended before its answer with ${name}`;
  return violations.has(code) ? new ProtocolError(text) : new errors.SocketError(text);
}
