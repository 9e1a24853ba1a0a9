/** Headers that are for the next hop only (RFC 9110 section 7.6.1), or that stand for this gateway's own connection. */
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

/** The headers that a Connection header names, in lower case: they too are for the next hop only. */
export function namedByConnection(connection: string | readonly string[] | undefined): readonly string[] {
  if (connection === undefined) return [];
  return String(connection)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}
