import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { sameJson } from '../../../compiled/same-json.ts';
import type { OpenapiDocument } from '../../../openapi/model.ts';

/**
 * Finds the parts of two documents that are identical, including the targets of their references. Most are, and need no
 * comparison by meaning.
 */
export class UnchangedParts {
  readonly #references = new Map<string, readonly string[]>();
  readonly #changed: ReadonlySet<string>;
  /** Whether objects of the second document have a reference that leads to a change: their parts are asked too. */
  readonly #leading = new WeakMap<object, boolean>();
  /** The same text may have a different meaning in another version of OpenAPI. */
  readonly #haveSameSemantics: boolean;

  constructor(base: OpenapiDocument, head: OpenapiDocument) {
    this.#changed = this.#findChanged(base, head);
    this.#haveSameSemantics =
      base.isSwagger === head.isSwagger && base.mergesSiblings === head.mergesSiblings;
  }

  /** Whether two values are the same JSON, and no reference in it leads to anything that has changed. */
  has(base: unknown, head: unknown): boolean {
    if (!this.#haveSameSemantics || !sameJson(base, head)) return false;
    return !this.#leadsToChange(head);
  }

  #leadsToChange(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    const known = this.#leading.get(value);
    if (known !== undefined) return known;
    const found = referencesIn(value).some((reference) => this.#changed.has(reference));
    this.#leading.set(value, found);
    return found;
  }

  /** The references that lead to a change, directly or indirectly. */
  #findChanged(base: OpenapiDocument, head: OpenapiDocument): ReadonlySet<string> {
    const targets = new Map<string, boolean>();
    const waiting = [...new Set([...referencesIn(base.root), ...referencesIn(head.root)])];
    for (const reference of waiting) {
      const [before, after] = [base, head].map((document) => document.references.target(reference)?.value);
      targets.set(reference, sameJson(before, after));
      this.#references.set(reference, [...new Set(referencesIn(after))]);
    }
    return closeOver(
      [...targets].filter(([, isSame]) => !isSame).map(([reference]) => reference),
      this.#references,
    );
  }
}

/** The given ones, and all that lead to them. */
function closeOver(
  changed: readonly string[],
  references: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [from, all] of references)
    for (const to of all) {
      const known = users.get(to);
      if (known) known.push(from);
      else users.set(to, [from]);
    }
  const found = new Set(changed);
  for (const reference of found) for (const user of users.get(reference) ?? []) found.add(user);
  return found;
}

/** The texts of all references in a value. */
export function referencesIn(value: unknown): readonly string[] {
  const found: string[] = [];
  collect(value as Json, found);
  return found;
}

function collect(value: Json | undefined, found: string[]): void {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) collect(item, found);
  else if (isJsonObject(value)) collectIn(value, found);
}

function collectIn(value: JsonObject, found: string[]): void {
  for (const name in value) {
    const member = value[name];
    if (name === '$ref' && typeof member === 'string') found.push(member);
    else collect(member, found);
  }
}
