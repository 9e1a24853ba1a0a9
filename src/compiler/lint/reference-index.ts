import { placeOf, type Place } from '#source/place.ts';
import { decodeFragment } from '#openapi/references.ts';
import { pointerOf, type ValuePath } from '#openapi/value-path.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';

interface RelatedPlace {
  readonly message: string;
  readonly at: Place;
}

/** The first few places that refer to a value, and the number of further ones. */
export interface Uses {
  readonly related: readonly RelatedPlace[];
  readonly more: number;
}

/** The number of references that a finding lists; further ones are only counted. */
const maxNamed = 2;
/** For values without references, and for findings that already show the reference. */
export const unused: Uses = { related: [], more: 0 };
const message = 'referenced from';

/** Every reference of a definition, by the pointer that it leads to. */
export class ReferenceIndex {
  readonly #definition: Definition;
  /** The objects that refer to a value, by the value's pointer without percent-encoding. */
  readonly #holders = new Map<string, (ValuePath | undefined)[]>();
  readonly #uses = new Map<string, Uses>();
  /**
   * The first tokens of all referenced pointers. Most pointers begin with none of these tokens, so they need no search.
   */
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

  /** The reference that the bundle replaced by a value from another file: the only use of that value. */
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
