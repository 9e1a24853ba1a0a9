import type { Span } from '../../workspace/source-file.ts';
import type { PlacePart } from '../../workspace/sources.ts';
import type { PlaceTape } from './place-tape.ts';
import { decodeKey } from './simple-yaml/quoted-scalar.ts';

/** Larger collections are indexed by name or number, smaller ones are read again each time. */
const fewChildren = 16;

/** Finds the places of pointers in a JSON or YAML document, the places of whose values are known. */
export class PlaceIndex {
  readonly #text: string;
  readonly #tape: PlaceTape;
  readonly #root: number;
  readonly #childrenOfLarge = new Map<number, ReadonlyMap<string, number>>();

  /** `root` is the number of the document's own value. */
  constructor(text: string, tape: PlaceTape, root: number) {
    this.#text = text;
    this.#tape = tape;
    this.#root = root;
  }

  /** The span of a key or a value; of the nearest enclosing value if the pointer has no target. */
  locate(pointer: readonly string[], part: PlacePart): Span {
    let value = this.#root;
    let span = this.#spanOf(value) ?? { start: 0, end: 0 };
    for (const [index, token] of pointer.entries()) {
      const child = this.#childOf(value, token);
      if (child === undefined) break;
      const wantsKey = part === 'key' && index === pointer.length - 1;
      // An empty value has no span of its own, so its key is used.
      span = (wantsKey ? this.#keyOf(child) : undefined) ?? this.#spanOf(child) ?? this.#keyOf(child) ?? span;
      value = child;
    }
    return span;
  }

  /** The characters of the scalar at a pointer, quotes and all; undefined if there is none. */
  scalarAt(pointer: readonly string[]): string | undefined {
    let value: number | undefined = this.#root;
    for (const token of pointer) value = value === undefined ? undefined : this.#childOf(value, token);
    if (value === undefined || this.#tape.next(value) > value + 1) return undefined;
    const source = this.#text.slice(this.#tape.start(value), this.#tape.end(value));
    return source.startsWith('{') || source.startsWith('[') ? undefined : source;
  }

  #childOf(value: number, token: string): number | undefined {
    const isSequence = this.#tape.next(value) > value + 1 && this.#tape.keyEnd(value + 1) === 0;
    const name = isSequence ? String(Number(token)) : token;
    const children = this.#childrenOfLarge.get(value) ?? this.#readLarge(value);
    return children ? children.get(name) : this.#findAmongFew(value, name, isSequence);
  }

  /** The children of a large collection by name or number, the last of those that have the same name. */
  #readLarge(value: number): ReadonlyMap<string, number> | undefined {
    const all = this.#listChildren(value);
    if (all.length <= fewChildren) return undefined;
    const children = new Map(all.map((child, index) => [this.#nameOf(child) ?? String(index), child]));
    this.#childrenOfLarge.set(value, children);
    return children;
  }

  #listChildren(value: number): readonly number[] {
    const children: number[] = [];
    const end = this.#tape.next(value);
    for (let child = value + 1; child < end; child = this.#tape.next(child)) children.push(child);
    return children;
  }

  #findAmongFew(value: number, name: string, isSequence: boolean): number | undefined {
    const children = this.#listChildren(value);
    return isSequence ? children[Number(name)] : children.findLast((child) => this.#isNamed(child, name));
  }

  /** A key is never shorter than the name that it spells, so most need not be decoded. */
  #isNamed(value: number, name: string): boolean {
    const length = this.#tape.keyEnd(value) - this.#tape.keyStart(value);
    return length >= name.length && this.#nameOf(value) === name;
  }

  #nameOf(value: number): string | undefined {
    const key = this.#keyOf(value);
    return key && decodeKey(this.#text, key.start, key.end);
  }

  #keyOf(value: number): Span | undefined {
    const end = this.#tape.keyEnd(value);
    return end === 0 ? undefined : { start: this.#tape.keyStart(value), end };
  }

  #spanOf(value: number): Span | undefined {
    const start = this.#tape.start(value);
    const end = this.#tape.end(value);
    return start === end ? undefined : { start, end };
  }
}
