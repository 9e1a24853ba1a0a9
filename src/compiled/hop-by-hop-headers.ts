/** Headers for the next hop only (RFC 9110 section 7.6.1): they are never forwarded and cannot be declared. */
export const hopByHopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
