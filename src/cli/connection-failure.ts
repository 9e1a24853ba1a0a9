const untrusted = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Why a server could not be reached. */
export interface ConnectionFailure {
  readonly kind: 'untrusted' | 'no-tls' | 'unreachable';
  /** The error code of the system or of TLS, or a short description. */
  readonly code: string;
}

/** Classifies the error of a failed connection. */
export function connectionFailure(error: unknown): ConnectionFailure {
  const code = codeOf(error);
  if (untrusted.has(code)) return { kind: 'untrusted', code };
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return { kind: 'no-tls', code };
  return { kind: 'unreachable', code };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time';
  // If several addresses were tried, the first error is enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && 'code' in first ? String(first.code) : error.message;
}
