import { posix } from 'node:path';
import { splitPointer, type Place } from '../../../source/place.ts';

/** Gives what is bundled from other files a name that nothing else in its section has. */
export class ComponentNames {
  readonly #taken = new Map<string, Set<string>>();
  /** The number to try next, by section and base name: a thousand of one name are no thousand tries each. */
  readonly #next = new Map<string, number>();

  /** Marks a name that the document itself uses. */
  reserve(section: string, name: string): void {
    this.#namesIn(section).add(name);
  }

  /** A name after the last part of the place: `Dog` for dogs.yaml#/Dog and for Dog.yaml. */
  choose(section: string, { file, pointer }: Place): string {
    const names = this.#namesIn(section);
    const base = splitPointer(pointer).at(-1) ?? posix.basename(file).replace(/\.(ya?ml|json)$/, '');
    const clean = base.replaceAll(/[^A-Za-z0-9._-]/g, '_') || '_';
    let count = this.#next.get(`${section} ${clean}`) ?? 1;
    while (names.has(numbered(clean, count))) count += 1;
    this.#next.set(`${section} ${clean}`, count + 1);
    names.add(numbered(clean, count));
    return numbered(clean, count);
  }

  #namesIn(section: string): Set<string> {
    const names = this.#taken.get(section) ?? new Set();
    this.#taken.set(section, names);
    return names;
  }
}

function numbered(base: string, count: number): string {
  return count === 1 ? base : `${base}_${count}`;
}
