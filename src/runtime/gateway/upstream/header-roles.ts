import { hopByHopHeaders } from '../../../compiled/hop-by-hop-headers.ts';
import { foldName } from '../fold-name.ts';

/** What becomes of a client's header on its way to an upstream. */
export interface HeaderRole {
  /** The name as CGI and its like see it. */
  readonly folded: string;
  /** `provenance` is what only a trusted proxy may say, of where a call came from. */
  readonly fate: 'dropped' | 'provenance' | 'passed';
}

/** Not for the upstream: the client's token, an expectation already met, and what the gateway writes anew. */
const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'expect', 'host', 'via']);

/** Headers whose value some servers take for the method. */
export const methodOverrides = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

/** So many names are remembered; clients that make names up cannot fill memory with them. */
const mostRemembered = 1000;

const remembered = new Map<string, HeaderRole>();

/** The role of a header by its lower-case name. */
export function roleOf(name: string): HeaderRole {
  const known = remembered.get(name);
  if (known) return known;
  const role = decideRole(name);
  if (remembered.size < mostRemembered) remembered.set(name, role);
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
