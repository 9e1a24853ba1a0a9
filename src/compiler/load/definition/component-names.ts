import { posix } from 'node:path';
import { splitPointer, type Place } from '../../../source/place.ts';

/** Gives what is bundled from other files a name that nothing else in its section has. */
export class ComponentNames {
  readonly #taken = new Map<string, Set<string>>();

  /** Marks a name that the document itself uses. */
  reserve(section: string, name: string): void {
    this.#namesIn(section).add(name);
  }

  /** A name after the last part of the place: `Dog` for dogs.yaml#/Dog and for Dog.yaml. */
  choose(section: string, { file, pointer }: Place): string {
    const names = this.#namesIn(section);
    const base = splitPointer(pointer).at(-1) ?? posix.basename(file).replace(/\.(ya?ml|json)$/, '');
    const clean = base.replaceAll(/[^A-Za-z0-9._-]/g, '_') || '_';
    let name = clean;
    for (let count = 2; names.has(name); count += 1) name = `${clean}_${count}`;
    names.add(name);
    return name;
  }

  #namesIn(section: string): Set<string> {
    const names = this.#taken.get(section) ?? new Set();
    this.#taken.set(section, names);
    return names;
  }
}
