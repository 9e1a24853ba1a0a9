import type { Span } from '../../workspace/source-file.ts';
import type { PlacePart } from '../../workspace/sources.ts';
import type { PlaceTape } from './place-tape.ts';
import { decodeKey } from './simple-yaml/quoted-scalar.ts';

/** Larger collections are remembered by name or number, smaller ones are read anew each time. */
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

  /** The span of a key or a value; of the nearest enclosing value where the pointer leads nowhere. */
  locate(pointer: readonly string[], part: PlacePart): Span {
    let value = this.#root;
    let span = this.#spanOf(value) ?? { start: 0, end: 0 };
    for (const [index, token] of pointer.entries()) {
      const child = this.#childOf(value, token);
      if (child === undefined) break;
      const wantsKey = part === 'key' && index === pointer.length - 1;
      // An empty value has no span of its own, so that its key stands for it.
      span = (wantsKey ? this.#keyOf(child) : undefined) ?? this.#spanOf(child) ?? this.#keyOf(child) ?? span;
      value = child;
    }
    return span;
  }

  /** The characters of the scalar at a pointer, quotes and all; undefined where there is none. */
  scalarAt(pointer: readonly string[]): string | undefined {
    let value: number | undefined = this.#root;
    for (const token of pointer) value = value === undefined ? undefined : this.#childOf(value, token);
    if (value === undefined || this.#tape.next(value) > value + 1) return undefined;
    const source = this.#text.slice(this.#tape.start(value), this.#tape.end(value));
    return source.startsWith('{') || source.startsWith('[') ? undefined : source;
  }

  #childOf(value: number, token: string): number | undefined {
    const children = this.#childrenOfLarge.get(value) ?? this.#readChildren(value);
    const isSequence = children.size > 0 && this.#tape.keyEnd(value + 1) === 0;
    return children.get(isSequence ? String(Number(token)) : token);
  }

  /** By name or number; the last of those that have the same name. */
  #readChildren(value: number): ReadonlyMap<string, number> {
    const children = new Map<string, number>();
    const end = this.#tape.next(value);
    for (let child = value + 1; child < end; child = this.#tape.next(child)) {
      children.set(this.#nameOf(child) ?? String(children.size), child);
    }
    if (children.size > fewChildren) this.#childrenOfLarge.set(value, children);
    return children;
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
