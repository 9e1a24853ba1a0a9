import { hopByHopHeaders } from '../../../compiled/hop-by-hop-headers.ts';

/** What happens to a client's header on its way to an upstream. */
interface HeaderRole {
  /** The name as CGI and its like see it. */
  readonly folded: string;
  /** `provenance` is what only a trusted proxy may state about the origin of a call. */
  readonly fate: 'dropped' | 'provenance' | 'passed';
}

/** Not for the upstream: the client's token, an expectation already met, and headers that the gateway writes itself. */
const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'expect', 'host', 'via']);

/** Headers whose value some servers take for the method. */
export const methodOverrides = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

/** How many names are remembered, so that invented names cannot fill the memory. */
const maxRemembered = 1000;

const remembered = new Map<string, HeaderRole>();

/** The role of a header by its lower-case name. */
export function roleOf(name: string): HeaderRole {
  const known = remembered.get(name);
  if (known) return known;
  const role = decideRole(name);
  if (remembered.size < maxRemembered) remembered.set(name, role);
  return role;
}

function decideRole(name: string): HeaderRole {
  const folded = foldName(name);
  if (hopByHopHeaders.has(name) || ownHeaders.has(name)) return { folded, fate: 'dropped' };
  // To a server that folds names it would frame, route or authorise the request a second time.
  if (folded !== name && isDecisive(folded)) return { folded, fate: 'dropped' };
  if (!isProvenance(folded)) return { folded, fate: 'passed' };
  // Only in the usual spelling, since a proxy that sets it does not know of another one.
  return { folded, fate: folded === name ? 'provenance' : 'dropped' };
}

function isDecisive(name: string): boolean {
  if (hopByHopHeaders.has(name) || ownHeaders.has(name) || name === 'api-version') return true;
  return name.startsWith('content-') || methodOverrides.some((override) => override === name);
}

function isProvenance(name: string): boolean {
  return (
    name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip' || name === 'x-request-id'
  );
}

/**
 * A header's name as CGI and its like see it: to them `x_api_key` and `x-api-key` are one (RFC 3875 section 4.1.18).
 */
export function foldName(name: string): string {
  return name.includes('_') ? name.replaceAll('_', '-') : name;
}

/** The headers that a Connection header names, in lower case: they too are for the next hop only. */
export function connectionOptions(
  connection: string | readonly string[] | undefined,
): readonly string[] | undefined {
  // The usual value, which names no headers.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return String(connection)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}

/** By their names, with hyphens for underscores. */
const endToEnd =
  /^(?:accept|access-control|content|if|sec-fetch|x-forwarded)-|^(?:accept|api-version|authorization|baggage|cache-control|cookie|date|expect|forwarded|from|host|idempotency-key|max-forwards|origin|pragma|prefer|priority|range|referer|traceparent|tracestate|transfer-encoding|user-agent|via|x-real-ip|x-request-id)$/;

/** Whether a header is for every recipient, and so is never for one connection (RFC 9110 section 7.6.1). */
export function isEndToEnd(foldedName: string): boolean {
  return endToEnd.test(foldedName);
}
