import type { Span } from '#compiler/workspace/source-file.ts';
import type { PlacePart } from '#compiler/workspace/sources.ts';
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
  /** The path to the value that was located last, since most pointers in a row begin in the same way. */
  readonly #steps: { readonly token: string; readonly value: number; readonly child: number }[] = [];

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
      const child = this.#stepTo(index, token, value);
      if (child === undefined) break;
      const wantsKey = part === 'key' && index === pointer.length - 1;
      // An empty value has no span of its own, so its key is used.
      span = (wantsKey ? this.#keyOf(child) : undefined) ?? this.#spanOf(child) ?? this.#keyOf(child) ?? span;
      value = child;
    }
    return span;
  }

  /** The child of a value, which is that of the last pointer if the two are the same so far. */
  #stepTo(index: number, token: string, value: number): number | undefined {
    const known = this.#steps[index];
    if (known?.token === token && known.value === value) return known.child;
    this.#steps.length = index;
    const child = this.#childOf(value, token);
    if (child !== undefined) this.#steps.push({ token, value, child });
    return child;
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
    const children = this.#childrenOfLarge.get(value);
    if (children) return children.get(name);
    return this.#isLarge(value)
      ? this.#readLarge(value).get(name)
      : this.#findAmongFew(value, name, isSequence);
  }

  #isLarge(value: number): boolean {
    const end = this.#tape.next(value);
    let count = 0;
    for (let child = value + 1; child < end; child = this.#tape.next(child)) {
      count += 1;
      if (count > fewChildren) return true;
    }
    return false;
  }

  /** The children of a large collection by name or number, the last of those that have the same name. */
  #readLarge(value: number): ReadonlyMap<string, number> {
    const children = new Map<string, number>();
    const end = this.#tape.next(value);
    let index = 0;
    for (let child = value + 1; child < end; child = this.#tape.next(child)) {
      children.set(this.#nameOf(child) ?? String(index), child);
      index += 1;
    }
    this.#childrenOfLarge.set(value, children);
    return children;
  }

  #findAmongFew(value: number, name: string, isSequence: boolean): number | undefined {
    const end = this.#tape.next(value);
    let found: number | undefined;
    let index = 0;
    for (let child = value + 1; child < end; child = this.#tape.next(child)) {
      if (isSequence ? String(index) === name : this.#isNamed(child, name)) found = child;
      index += 1;
    }
    return found;
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
