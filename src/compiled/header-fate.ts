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

/**
 * The treatment of a client's header on its way to an upstream. `provenance`: only a trusted proxy may set it, to
 * describe the origin of a call.
 */
export type HeaderFate = 'dropped' | 'provenance' | 'passed';

/** Removed: the client's token, an expectation already met, and headers that the gateway writes itself. */
const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'expect', 'host', 'via']);

/** Headers whose value some servers take for the method. */
export const methodOverrides = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

/** Headers whose value some servers take for the path: IIS with URL Rewrite, and older PHP frameworks. */
export const pathOverrides = ['x-original-url', 'x-rewrite-url'] as const;

const overrides: ReadonlySet<string> = new Set([...methodOverrides, ...pathOverrides]);

/** Whether some servers take the value of a header, by its lower-case name, for the method or the path. */
export function isOverride(name: string): boolean {
  return overrides.has(name);
}

/** Headers that the gateway sends to every upstream, whatever the client sends. */
const writtenHeaders: ReadonlySet<string> = new Set([
  'host',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
]);

/** Whether the gateway writes a header, by its lower-case name, for every call. */
export function isWrittenByGateway(name: string): boolean {
  return writtenHeaders.has(name);
}

/** The treatment of a header, by its lower-case name. */
export function fateOf(name: string): HeaderFate {
  if (hopByHopHeaders.has(name) || ownHeaders.has(name)) return 'dropped';
  const folded = foldName(name);
  // A server that treats `_` like `-` would read it as a second header that frames, routes or authorises the request.
  if (folded !== name && isDecisive(folded)) return 'dropped';
  // A proxy that calls `/authz` describes the caller in these headers, which its upstream trusts as the gateway's.
  if (folded.startsWith('x-gatewright-')) return 'dropped';
  if (!isProvenance(folded)) return 'passed';
  // Trusted proxies use only the usual spelling.
  return folded === name ? 'provenance' : 'dropped';
}

function isDecisive(name: string): boolean {
  if (hopByHopHeaders.has(name) || ownHeaders.has(name) || name === 'api-version') return true;
  return name.startsWith('content-') || isOverride(name);
}

function isProvenance(name: string): boolean {
  return (
    name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip' || name === 'x-request-id'
  );
}

/**
 * A header's name as CGI and similar interfaces read it: they do not distinguish `x_api_key` from `x-api-key` (RFC 3875
 * section 4.1.18).
 */
export function foldName(name: string): string {
  return name.includes('_') ? name.replaceAll('_', '-') : name;
}
