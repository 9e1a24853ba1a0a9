import { CommandError } from '../command-error.ts';

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

/** Why no answer came from a gateway, for who asked it. */
export function explainUnreachable(error: unknown, url: URL): CommandError {
  const code = codeOf(error);
  const { origin } = url;
  if (untrusted.has(code)) {
    return new CommandError(
      `The certificate of ${origin} is not trusted (${code}).`,
      'Name the folder in which the gateway keeps tls/ca.pem with --state-dir, or a file of authorities in NODE_EXTRA_CA_CERTS.',
    );
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    const help =
      'Name its address with --url; a gateway that runs with --plain-http has one that begins with http://.';
    return new CommandError(`${origin} does not speak TLS (${code}).`, help);
  }
  return new CommandError(
    `No gateway answers at ${origin} (${code}).`,
    'Start it with `gatewright run`, or name its address with --url where it listens elsewhere.',
  );
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time';
  // Of several addresses that were tried the first one says enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && 'code' in first ? String(first.code) : error.message;
}
