import { isTokenByte, lowerCase } from './octets.ts';

/** So many names are remembered, and of no more octets; upstreams that make names up cannot fill memory with them. */
const [mostRemembered, longestRemembered] = [1000, 100];

/** By a number made of their characters: names that were seen, in lower case. */
const remembered = new Map<number, string>();

/**
 * Where a field's name ends that begins at `start`: at the first octet that belongs to no name (RFC 9110 section 5.1).
 * It is the end of the buffer where that does not tell.
 */
export function endOfName(buffer: Buffer, start: number): number {
  let at = start;
  while (at < buffer.length && isTokenByte[buffer[at] as number] === 1) at += 1;
  return at;
}

/** The name in lower case that stands there. For one that is known no text is made. */
export function nameAt(buffer: Buffer, start: number, end: number): string {
  const number = numberOf(buffer, start, end);
  const known = remembered.get(number);
  if (known !== undefined && isName(known, buffer, start, end)) return known;
  const name = buffer.toString('latin1', start, end).toLowerCase();
  if (known === undefined && name.length <= longestRemembered && remembered.size < mostRemembered)
    remembered.set(number, name);
  return name;
}

/** Of two names that have one number only the first is remembered. */
function numberOf(buffer: Buffer, start: number, end: number): number {
  let number = end - start;
  for (let at = start; at < end; at++)
    number = (number * 31 + (lowerCase[buffer[at] as number] as number)) | 0;
  return number;
}

function isName(name: string, buffer: Buffer, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = start; at < end; at++)
    if (name.charCodeAt(at - start) !== lowerCase[buffer[at] as number]) return false;
  return true;
}
