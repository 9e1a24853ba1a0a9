import { posix } from 'node:path';
import type { JsonObject } from '#compiled/json.ts';
import { appendPointer, placeOf, splitPointer, type Place } from '#source/place.ts';
import { componentSections, shapeAt, type NodeType } from '#openapi/grammar.ts';
import { isOnlyReference, keyOf, type References, type Target } from './references.ts';

/** A component of the contract that will contain a copy of a referenced part. */
export interface NewComponent {
  readonly section: readonly string[];
  readonly name: string;
  readonly type: NodeType;
  readonly source: Target;
}

/** Maps the targets of references to their pointers in the contract. */
export class ComponentHomes {
  readonly #file: string;
  readonly #references: References;
  readonly #names = new ComponentNames();
  /** The pointers in the contract of targets from outside it, by the key of their place and by type. */
  readonly #homes = new Map<string, Map<NodeType, string>>();
  readonly #unwritten: NewComponent[] = [];

  constructor(file: string, references: References) {
    this.#file = file;
    this.#references = references;
  }

  /**
   * Registers the components of a document. A component that is only a reference to a target outside the document
   * becomes the target's home.
   */
  find(root: JsonObject, place: Place, openapi: string): void {
    for (const [type, section] of componentSections(openapi)) {
      let entries = this.#references.membersOf({ target: place, value: root });
      for (const key of section) {
        const member = entries.get(key);
        entries = member ? this.#references.membersOf(member) : new Map();
      }
      this.#findIn(entries, type, section);
    }
  }

  #findIn(entries: ReadonlyMap<string, Target>, type: NodeType, section: readonly string[]): void {
    const names = [...entries.keys()].toSorted();
    for (const name of names) {
      this.#names.reserve(section.join('.'), name);
      this.#setHome(entries.get(name)?.target, type, appendPointer('', ...section, name));
    }
    for (const name of names) {
      const entry = entries.get(name);
      if (!entry || !isOnlyReference(entry.value)) continue;
      const found = this.#references.follow(entry.value, entry.target);
      this.#setHome(found?.target, type, appendPointer('', ...section, name));
    }
  }

  #setHome(place: Place | undefined, type: NodeType, pointer: string): void {
    if (!place || this.#isInContract(place)) return;
    const homes = this.#homes.get(keyOf(place)) ?? new Map<NodeType, string>();
    this.#homes.set(keyOf(place), homes);
    if (!homes.has(type)) homes.set(type, pointer);
  }

  /**
   * Whether a place is in the contract as a node. Targets in plain data of the document, which is copied unchanged,
   * also need a home.
   */
  #isInContract({ file, pointer }: Place): boolean {
    return file === this.#file && shapeAt('Document', splitPointer(pointer)) !== undefined;
  }

  isHomeOf(pointer: string, place: Place, type: NodeType): boolean {
    return this.#homes.get(keyOf(place))?.get(type) === pointer;
  }

  /** The pointer of a reference's target in the contract. A target that is not in the contract gets a new component. */
  pointerTo(found: Target, type: NodeType, section: readonly string[]): string {
    if (this.#isInContract(found.target)) return found.target.pointer;
    return this.#nearestHome(found.target, type) ?? this.#addHome(found, type, section);
  }

  /** The home of a target, or its place below the home of a part that contains it; undefined if there is none. */
  #nearestHome(place: Place, type: NodeType): string | undefined {
    const path = splitPointer(place.pointer);
    for (let length = path.length; length >= 0; length -= 1) {
      const ancestor = placeOf({ ...place, pointer: '' }, ...path.slice(0, length));
      const below = path.slice(length);
      for (const [homeType, home] of this.#homes.get(keyOf(ancestor)) ?? []) {
        const shape = shapeAt(homeType, below);
        if (shape?.as === 'one' && shape.type === type) return appendPointer(home, ...below);
      }
    }
    return undefined;
  }

  #addHome(source: Target, type: NodeType, section: readonly string[]): string {
    const name = this.#names.choose(section.join('.'), source.target);
    const home = appendPointer('', ...section, name);
    this.#setHome(source.target, type, home);
    this.#unwritten.push({ section, name, type, source });
    return home;
  }

  /** Removes and returns the next new component that is not yet copied to its home. */
  takeUnwritten(): NewComponent | undefined {
    return this.#unwritten.shift();
  }
}

/** Chooses unique names for components from other files in each section. */
class ComponentNames {
  readonly #taken = new Map<string, Set<string>>();
  /**
   * The next number to try, by section and base name, so that a thousand components with one name need one attempt
   * each.
   */
  readonly #next = new Map<string, number>();

  /** Marks a name that the document itself uses. */
  reserve(section: string, name: string): void {
    this.#namesIn(section).add(name);
  }

  /** Chooses a name after the last part of the place: `Dog` for dogs.yaml#/Dog and for Dog.yaml. */
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
