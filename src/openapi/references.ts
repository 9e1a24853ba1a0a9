import { isJsonObject, memberOf, type Json, type JsonObject } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import { pathTo, type ValuePath } from './value-path.ts';

/** The target of a reference. */
export interface ReferenceTarget {
  readonly value: Json | undefined;
  readonly valuePath: ValuePath | undefined;
  /** The RFC 6901 pointer of the value. */
  readonly pointer: string;
}

/** The end of a chain of references. */
export interface ChainEnd {
  readonly value: Json | undefined;
  /** The last target of the chain; undefined if the chain has no reference. */
  readonly target: ReferenceTarget | undefined;
}

/** The maximum length of a chain of references; a longer chain counts as circular. */
const maxReferences = 100;

/** The references of one document into itself (RFC 6901 fragments, OpenAPI 3.1 section 4.8.23). */
export class References {
  readonly #root: JsonObject;
  readonly #targets = new Map<string, ReferenceTarget | undefined>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The target of a reference, which may be another reference; undefined if it leads out of the document. */
  target(reference: string): ReferenceTarget | undefined {
    if (this.#targets.has(reference)) return this.#targets.get(reference);
    const target = this.#find(reference);
    this.#targets.set(reference, target);
    return target;
  }

  /**
   * Follows references from a value to the first value that is not a reference, or for which `isEnd` returns true.
   * Undefined if the references are circular.
   */
  follow(value: Json | undefined, isEnd?: (value: JsonObject) => boolean): ChainEnd | undefined {
    let end: ChainEnd = { value, target: undefined };
    for (let hops = 0; hops <= maxReferences; hops += 1) {
      const reference = isJsonObject(end.value) ? end.value['$ref'] : undefined;
      if (typeof reference !== 'string' || isEnd?.(end.value as JsonObject)) return end;
      const target = this.target(reference);
      end = { value: target?.value, target };
    }
    return undefined;
  }

  #find(reference: string): ReferenceTarget | undefined {
    if (!reference.startsWith('#')) return undefined;
    const pointer = decodeFragment(reference.slice(1));
    let value: unknown = this.#root;
    let valuePath: ValuePath | undefined;
    for (const token of splitPointer(pointer)) {
      value = memberOf(value, token);
      valuePath = pathTo(valuePath, token);
    }
    return { value: value as Json | undefined, valuePath, pointer };
  }
}

/**
 * Decodes the fragment of a reference, given without its `#`, to a pointer (RFC 6901 section 6). Returns a malformed
 * fragment unchanged.
 */
export function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
