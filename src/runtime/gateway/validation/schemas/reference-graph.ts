import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { NormalSchema } from '#openapi/schema/normalise-schema.ts';
import { mayMatchSlowly } from '#openapi/schema/slow-pattern.ts';

/** Keywords whose subschemas check the same value, not a part of it. */
const inPlace: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

interface References {
  /** The names of referenced schemas that check the same value. */
  readonly direct: readonly string[];
  /** The names of referenced schemas that check a part of the value. */
  readonly deeper: readonly string[];
  /** Whether a reference is one of several subschemas that may check the same value. */
  readonly hasBranches: boolean;
  readonly hasSlowPattern: boolean;
  /** Whether the schema depends on what other keywords have evaluated. */
  readonly usesUnevaluated: boolean;
}

const nothing = { hasBranches: false, hasSlowPattern: false, usesUnevaluated: false };
const noReferences: References = { direct: [], deeper: [], ...nothing };

/** The references between named schemas. Finds schemas whose check would never end, or could take too long. */
export class ReferenceGraph {
  readonly #references = new Map<string, References>();
  readonly #sound = new Set<string>();

  add(name: string, schema: NormalSchema): void {
    this.#references.set(name, collectReferences(schema));
  }

  /** Whether a schema refers back to itself for the same value, so that its check would never end. */
  isEndless(schema: NormalSchema): boolean {
    const { direct, deeper } = collectReferences(schema);
    const rest = [...direct, ...deeper];
    for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
      if (this.#sound.has(name)) continue;
      if (this.#leadsBack(name, new Set())) return true;
      this.#sound.add(name);
      rest.push(...this.#next(name));
    }
    return false;
  }

  /**
   * Whether the check of a short value could take long: because of a pattern, or because the schema contains itself and
   * checks one value with several subschemas, which doubles the work at each level.
   */
  mayMatchSlowly(schema: NormalSchema): boolean {
    const reached = this.#reach(schema);
    if (reached.all.some(({ hasSlowPattern }) => hasSlowPattern)) return true;
    return reached.all.some(({ hasBranches }) => hasBranches) && this.#hasCycle(reached.names);
  }

  /** Whether a schema, or one that it references, depends on what other keywords have evaluated. */
  usesUnevaluated(schema: NormalSchema): boolean {
    return this.#reach(schema).all.some(({ usesUnevaluated }) => usesUnevaluated);
  }

  #reach(schema: NormalSchema) {
    const own = collectReferences(schema);
    const names = new Set([...own.direct, ...own.deeper]);
    for (const name of names) for (const next of this.#next(name)) names.add(next);
    return { names, all: [own, ...[...names].map((name) => this.#at(name))] };
  }

  /** Repeatedly removes all schemas without further references; the remaining ones are in cycles. */
  #hasCycle(names: ReadonlySet<string>): boolean {
    const left = new Set(names);
    for (let before = -1; before !== left.size;) {
      before = left.size;
      for (const name of [...left].toReversed())
        if (!this.#next(name).some((next) => left.has(next))) left.delete(name);
    }
    return left.size > 0;
  }

  #next(name: string): readonly string[] {
    const { direct, deeper } = this.#at(name);
    return [...direct, ...deeper];
  }

  #leadsBack(name: string, open: Set<string>): boolean {
    if (open.has(name)) return true;
    open.add(name);
    const found = this.#at(name).direct.some((next) => !this.#sound.has(next) && this.#leadsBack(next, open));
    open.delete(name);
    return found;
  }

  #at(name: string): References {
    return this.#references.get(name) ?? noReferences;
  }
}

interface Collected {
  readonly direct: Set<string>;
  readonly deeper: Set<string>;
  hasBranches: boolean;
  hasSlowPattern: boolean;
  usesUnevaluated: boolean;
}

/** A location in a schema. */
interface Position {
  readonly where: 'direct' | 'deeper';
  readonly isInBranch: boolean;
}

function collectReferences(schema: NormalSchema): References {
  const found: Collected = { direct: new Set(), deeper: new Set(), ...nothing };
  collect(schema, found, { where: 'direct', isInBranch: false });
  return { ...found, direct: [...found.direct], deeper: [...found.deeper] };
}

function collect(value: Json | undefined, found: Collected, position: Position): void {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) collect(item, found, position);
  } else if (isJsonObject(value)) {
    for (const key in value) collectMember(value, key, found, position);
  }
}

function collectMember(schema: JsonObject, key: string, found: Collected, position: Position): void {
  const member = schema[key];
  if (key === '$ref' && typeof member === 'string') {
    found[position.where].add(member);
    if (position.isInBranch || Object.keys(schema).length > 1) found.hasBranches = true;
  } else if (key === 'pattern' && typeof member === 'string') {
    if (mayMatchSlowly(member)) found.hasSlowPattern = true;
  } else if (key === 'dependentSchemas' && isJsonObject(member)) {
    collect(Object.values(member), found, { ...position, isInBranch: true });
  } else {
    if (
      key === 'patternProperties' &&
      isJsonObject(member) &&
      Object.keys(member).some((pattern) => mayMatchSlowly(pattern))
    )
      found.hasSlowPattern = true;
    if (key === 'unevaluatedProperties' || key === 'unevaluatedItems') found.usesUnevaluated = true;
    const isInBranch = position.isInBranch || inPlace.has(key) || key === 'patternProperties';
    collect(member, found, { where: inPlace.has(key) ? position.where : 'deeper', isInBranch });
  }
}
