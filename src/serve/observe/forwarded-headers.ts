import { hopByHopHeaders } from '#compiled/header-fate.ts';
import type { HeaderList } from '#runtime/observation/exchange.ts';

/** Alternating names and values, as received. */
export type RawHeaders = readonly string[];

export function pairHeaders(raw: RawHeaders): HeaderList {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}

/**
 * The request headers to send to the upstream: all except Host, hop-by-hop headers, and Expect, which has already been
 * fulfilled.
 */
export function requestHeadersFor(raw: RawHeaders): string[] {
  const notForwarded = new Set([...hopByHopHeaders, ...namedByConnection(raw), 'host', 'expect']);
  const pairs = pairHeaders(raw).filter(([name]) => !notForwarded.has(name.toLowerCase()));
  // All other values of TE apply to one connection. `trailers` decides whether the upstream sends trailers.
  const wantsTrailers = pairHeaders(raw).some(
    ([name, value]) => isName(name, 'te') && /\btrailers\b/i.test(value),
  );
  return [...pairs.flat(), ...(wantsTrailers ? ['te', 'trailers'] : [])];
}

/** The response headers to forward to the client. */
export function answerHeadersFor(raw: RawHeaders): string[] {
  const notForwarded = new Set([...hopByHopHeaders, ...namedByConnection(raw)]);
  const pairs = pairHeaders(raw);
  // Trailers require a chunked body, so the Trailer header is forwarded only without Content-Length.
  if (!pairs.some(([name]) => isName(name, 'content-length'))) notForwarded.delete('trailer');
  return pairs.filter(([name]) => !notForwarded.has(name.toLowerCase())).flat();
}

/** The headers that Connection marks as hop-by-hop (RFC 9110 section 7.6.1). */
function namedByConnection(raw: RawHeaders): readonly string[] {
  return pairHeaders(raw)
    .filter(([name]) => isName(name, 'connection'))
    .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()))
    .filter((name) => name !== 'content-length');
}

function isName(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}
