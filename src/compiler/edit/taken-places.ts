import { splitPointer, appendPointer, type Place } from '../../source/place.ts';

/** What a change does to the value at its place: writes another one, or adds to it. */
export interface Change {
  readonly at: Place;
  readonly replaces: boolean;
}

/** The places that changes have spoken for: nothing may change within a value that gives way to another. */
export class TakenPlaces {
  readonly #replaced = new Set<string>();
  readonly #around = new Set<string>();

  /** Whether a change cannot be made beside those that were added. */
  isTaken({ at, replaces }: Change): boolean {
    const way = wayTo(at);
    return way.some((key) => this.#replaced.has(key)) || (replaces && this.#around.has(way.at(-1) ?? ''));
  }

  add({ at, replaces }: Change): void {
    const way = wayTo(at);
    for (const key of way) this.#around.add(key);
    if (replaces) this.#replaced.add(way.at(-1) ?? '');
  }
}

/** The place of every value from the root to that at a place. */
function wayTo({ file, document, pointer }: Place): readonly string[] {
  const root = `${document} ${file} `;
  let way = root;
  return [root, ...splitPointer(pointer).map((token) => (way += appendPointer('', token)))];
}
