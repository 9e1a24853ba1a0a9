import type { Span } from '../../workspace/source-file.ts';
import type { PlaceTape } from './place-tape.ts';
import { decodeKey } from './simple-yaml/quoted-scalar.ts';

/** The keys that stand in their object before, however they are escaped, in the order of the text. */
export function findRepeatedKeys(text: string, places: PlaceTape): readonly Span[] {
  const repeated: Span[] = [];
  for (let value = 0; value < places.size; value += 1) {
    const names = new Set<string>();
    for (let child = value + 1; child < places.next(value); child = places.next(child)) {
      const span = { start: places.keyStart(child), end: places.keyEnd(child) };
      if (span.end === 0) break;
      const name = decodeKey(text, span.start, span.end);
      if (names.has(name)) repeated.push(span);
      names.add(name);
    }
  }
  return repeated.toSorted((a, b) => a.start - b.start);
}
