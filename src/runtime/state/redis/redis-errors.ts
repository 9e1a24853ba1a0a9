import { StoreError } from '#runtime/ports/token-store.ts';

/** Reasons by error codes of the system and of OpenSSL, and by the first words of errors from Redis. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'the connection was lost',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be resolved now',
  ETIMEDOUT: 'it does not respond',
  ENOENT: 'the socket does not exist',
  EACCES: 'permission denied',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  WRONGPASS: 'it does not accept the user name or the password',
  NOAUTH: 'it requires a password',
  ERR: 'it rejected the command',
  NOPERM: 'its user lacks a permission',
  READONLY: 'it is a replica, which does not accept writes',
  LOADING: 'it is still starting',
  OOM: 'its memory is full',
  MISCONF: 'it cannot write to its disk',
  MASTERDOWN: 'it is cut off from its primary',
};

/** Reasons by the class names of the client's errors. */
const clientReasons: Readonly<Record<string, string>> = {
  ClientClosedError: 'it is closed',
  ClientOfflineError: 'the connection is lost',
  DisconnectsClientError: 'the connection was lost',
  SocketClosedUnexpectedlyError: 'the connection was lost',
  SocketTimeoutError: 'it does not respond',
  ConnectionTimeoutError: 'it does not respond',
};

/** The host and the port of a valid URL, or the path of a socket; never a secret. */
export function addressOfRedis(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  return protocol === 'unix:' ? pathname : `${hostname}:${port === '' ? '6379' : port}`;
}

/** A few words that explain why Redis could not be reached; they contain no part of its URL. */
export function explainRedis(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = 'code' in error ? String(error.code) : '';
  const [word = ''] = error.message.split(' ', 1);
  return (
    reasons[code] ?? clientReasons[error.constructor.name] ?? reasons[word] ?? (code || 'unknown reason')
  );
}

/**
 * Throws a StoreError that names the purpose of the URL, unless it is a Redis URL. The errors of the client would quote
 * the URL, which may contain a password.
 */
export function checkRedisUrl(url: string, what: string): void {
  const parsed = URL.parse(url);
  const isRedis =
    /^rediss?:$/.test(parsed?.protocol ?? '') && /^\/?\d*$/.test(parsed?.pathname ?? '') && parsed?.hostname;
  if (isRedis || /^unix:\/\/.*\//.test(url)) return;
  throw malformedRedisUrl(what);
}

export function malformedRedisUrl(what: string): StoreError {
  return new StoreError(
    `The URL of ${what} is not a Redis URL: write it as redis://user:password@host:6379/0, or rediss:// for TLS.`,
  );
}
