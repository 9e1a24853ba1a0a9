import type { Span } from '#compiler/workspace/source-file.ts';
import type { PlacePart } from '#compiler/workspace/sources.ts';
import type { PlaceTape } from './place-tape.ts';
import { decodeKey } from './simple-yaml/quoted-scalar.ts';

/**
 * The maximum number of children of a collection that is searched each time; larger ones are indexed by name or number.
 */
const fewChildren = 16;

/** Resolves pointers to places in a JSON or YAML document, given the places of its values. */
export class PlaceIndex {
  readonly #text: string;
  readonly #tape: PlaceTape;
  readonly #root: number;
  readonly #childrenOfLarge = new Map<number, ReadonlyMap<string, number>>();
  /** The path to the value that was located last, since most successive pointers start in the same way. */
  readonly #steps: { readonly token: string; readonly value: number; readonly child: number }[] = [];

  /** `root` is the number of the document's own value. */
  constructor(text: string, tape: PlaceTape, root: number) {
    this.#text = text;
    this.#tape = tape;
    this.#root = root;
  }

  /** The span of a key or a value. If the pointer has no target, the span of the nearest enclosing value. */
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

  /** The child of a value; reuses the step of the last pointer if both pointers are the same up to here. */
  #stepTo(index: number, token: string, value: number): number | undefined {
    const known = this.#steps[index];
    if (known?.token === token && known.value === value) return known.child;
    this.#steps.length = index;
    const child = this.#childOf(value, token);
    if (child !== undefined) this.#steps.push({ token, value, child });
    return child;
  }

  /** The source text of the scalar at a pointer, including quotes; undefined if there is no scalar. */
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

  /** Indexes the children of a large collection by name or number; of repeated names, the last one counts. */
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

  /** Whether a key spells a name. A key is never shorter than its name, so most keys need no decoding. */
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
