import { fateOf, foldName, type HeaderFate } from '#compiled/header-fate.ts';

/** The treatment of a client's header on its way to an upstream. */
interface HeaderRole {
  /** The name as CGI servers see it, with hyphens for underscores. */
  readonly folded: string;
  readonly fate: HeaderFate;
}

/** The most names to cache, so that invented names cannot fill the memory. */
const maxRemembered = 1000;

const remembered = new Map<string, HeaderRole>();

/** The role of a header by its lower-case name. */
export function roleOf(name: string): HeaderRole {
  const known = remembered.get(name);
  if (known) return known;
  const role = { folded: foldName(name), fate: fateOf(name) };
  if (remembered.size < maxRemembered) remembered.set(name, role);
  return role;
}

/**
 * The headers that a Connection header names, in lower case, which are for the next hop only; undefined if it names
 * none.
 */
export function connectionOptions(
  connection: string | readonly string[] | undefined,
): readonly string[] | undefined {
  // Fast path: the usual values name no headers.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  return String(connection)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}

/** The folded names of headers that are for every recipient. */
const endToEnd =
  /^(?:accept|access-control|content|if|sec-fetch|x-forwarded)-|^(?:accept|api-version|authorization|baggage|cache-control|cookie|date|expect|forwarded|from|host|idempotency-key|max-forwards|origin|pragma|prefer|priority|range|referer|traceparent|tracestate|transfer-encoding|user-agent|via|x-real-ip|x-request-id)$/;

/** Whether a header is end-to-end, so that a Connection header must not name it (RFC 9110 section 7.6.1). */
export function isEndToEnd(foldedName: string): boolean {
  return endToEnd.test(foldedName);
}
