import { hopByHopHeaders } from '#compiled/header-fate.ts';
import type { HeaderList } from '#runtime/observation/exchange.ts';

/** Names and values in turn, as they were received. */
export type RawHeaders = readonly string[];

export function pairHeaders(raw: RawHeaders): HeaderList {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}

/**
 * What an upstream gets of the headers of a request: all but those for one connection only, and the name of the host. An
 * expectation has been met already.
 */
export function requestHeadersFor(raw: RawHeaders): string[] {
  const notForwarded = new Set([...hopByHopHeaders, ...namedByConnection(raw), 'host', 'expect']);
  const pairs = pairHeaders(raw).filter(([name]) => !notForwarded.has(name.toLowerCase()));
  // The other fields of TE are for one connection, and this one decides whether trailers are sent.
  const wantsTrailers = pairHeaders(raw).some(
    ([name, value]) => isName(name, 'te') && /\btrailers\b/i.test(value),
  );
  return [...pairs.flat(), ...(wantsTrailers ? ['te', 'trailers'] : [])];
}

/** The headers of a response that are forwarded to the client. */
export function answerHeadersFor(raw: RawHeaders): string[] {
  const notForwarded = new Set([...hopByHopHeaders, ...namedByConnection(raw)]);
  const pairs = pairHeaders(raw);
  // Trailers can only follow a body in chunks.
  if (!pairs.some(([name]) => isName(name, 'content-length'))) notForwarded.delete('trailer');
  return pairs.filter(([name]) => !notForwarded.has(name.toLowerCase())).flat();
}

/** The headers that the Connection header declares to be for this connection only (RFC 9110 section 7.6.1). */
function namedByConnection(raw: RawHeaders): readonly string[] {
  return pairHeaders(raw)
    .filter(([name]) => isName(name, 'connection'))
    .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()))
    .filter((name) => name !== 'content-length');
}

function isName(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}
