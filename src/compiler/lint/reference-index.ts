import { placeOf, type Place } from '#source/place.ts';
import { decodeFragment } from '#openapi/references.ts';
import { pointerOf, type ValuePath } from '#openapi/value-path.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';

interface RelatedPlace {
  readonly message: string;
  readonly at: Place;
}

/** Where something is referred to: the first few places, and how many more there are. */
export interface Uses {
  readonly related: readonly RelatedPlace[];
  readonly more: number;
}

/** Places of use that a finding names; the others are counted. */
const maxNamed = 2;
/** Nothing refers to it, or this is reported already. */
export const unused: Uses = { related: [], more: 0 };
const message = 'referenced from';

/** Every reference of a definition, by the pointer that it leads to. */
export class ReferenceIndex {
  readonly #definition: Definition;
  /** By the pointer, without percent-encoding. */
  readonly #holders = new Map<string, (ValuePath | undefined)[]>();
  readonly #uses = new Map<string, Uses>();
  /** The first tokens of all that is referred to: few, so that most pointers need no search. */
  readonly #roots = new Set<string>();

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  add(reference: string, holder: ValuePath | undefined): void {
    const target = decodeFragment(reference.slice(1));
    const holders = this.#holders.get(target);
    if (holders) return void holders.push(holder);
    this.#holders.set(target, [holder]);
    this.#roots.add(rootOf(target));
  }

  /** The pointers of the objects that refer to exactly the value at a pointer. */
  holdersOf(pointer: string): readonly string[] {
    return (this.#holders.get(pointer) ?? []).map((holder) => pointerOf(holder));
  }

  /** The references to the value at a pointer, or to the nearest value around it that has any. */
  usesOf(pointer: string): Uses {
    if (!this.#roots.has(rootOf(pointer))) return this.#inlinedAt(pointer);
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const target = pointer.slice(0, end);
      const holders = this.#holders.get(target);
      if (holders) return this.#usesOfTarget(target, holders);
    }
    return this.#inlinedAt(pointer);
  }

  /** A value from another file that the bundle inlines has only this use. */
  #inlinedAt(pointer: string): Uses {
    const at = this.#definition.referenceTo(pointer);
    return at ? { related: [{ message, at }], more: 0 } : unused;
  }

  #usesOfTarget(target: string, holders: readonly (ValuePath | undefined)[]): Uses {
    const known = this.#uses.get(target);
    if (known) return known;
    const pointers = holders
      .map((holder) => pointerOf(holder))
      .filter((holder) => !holder.startsWith(`${target}/`))
      .toSorted();
    const related = pointers.slice(0, maxNamed).map((holder) => ({
      message,
      at: placeOf(this.#definition.originOf(holder), '$ref'),
    }));
    const uses = { related, more: pointers.length - related.length };
    this.#uses.set(target, uses);
    return uses;
  }
}

/** The first token of a pointer, in escaped form. */
function rootOf(pointer: string): string {
  const end = pointer.indexOf('/', 1);
  return end === -1 ? pointer : pointer.slice(0, end);
}
