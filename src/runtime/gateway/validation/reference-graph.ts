import { isJsonObject, type Json } from '../../../compiled/json.ts';
import type { NormalSchema } from './normalise-schema.ts';

/** Keywords whose schemas are asked about the same value, which so never gets smaller on the way. */
const inPlace: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

interface References {
  /** The names that a schema leads to about the same value. */
  readonly direct: readonly string[];
  /** All others: about a part of the value. */
  readonly deeper: readonly string[];
}

/** Which named schemas lead to which, to find those that would never come to an end. */
export class ReferenceGraph {
  readonly #references = new Map<string, References>();
  readonly #sound = new Set<string>();

  add(name: string, schema: NormalSchema): void {
    this.#references.set(name, collectReferences(schema));
  }

  /** Whether a schema leads back to itself without going into the value, so that to check it would never end. */
  isEndless(schema: NormalSchema): boolean {
    const { direct, deeper } = collectReferences(schema);
    const rest = [...direct, ...deeper];
    for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
      if (this.#sound.has(name)) continue;
      if (this.#leadsBack(name, new Set())) return true;
      this.#sound.add(name);
      rest.push(...this.#at(name).direct, ...this.#at(name).deeper);
    }
    return false;
  }

  #leadsBack(name: string, open: Set<string>): boolean {
    if (open.has(name)) return true;
    open.add(name);
    const found = this.#at(name).direct.some((next) => !this.#sound.has(next) && this.#leadsBack(next, open));
    open.delete(name);
    return found;
  }

  #at(name: string): References {
    return this.#references.get(name) ?? { direct: [], deeper: [] };
  }
}

interface Collected {
  readonly direct: Set<string>;
  readonly deeper: Set<string>;
}

function collectReferences(schema: NormalSchema): References {
  const found: Collected = { direct: new Set(), deeper: new Set() };
  collect(schema, found, 'direct');
  return { direct: [...found.direct], deeper: [...found.deeper] };
}

function collect(value: Json | undefined, found: Collected, where: keyof Collected): void {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) collect(item, found, where);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const member = value[key];
      if (key === '$ref' && typeof member === 'string') found[where].add(member);
      else collect(member, found, inPlace.has(key) ? where : 'deeper');
    }
  }
}
