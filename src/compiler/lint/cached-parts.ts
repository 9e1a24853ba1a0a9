import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { type DocumentParts, partsNamedIn, splitDocument } from '#openapi/document-parts.ts';
import type { ValuePath } from '#openapi/value-path.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';

/** The findings of rules in one part of a document, and its references, in order. */
export interface PartResult {
  readonly findings: (readonly [Rule, DefinitionFinding])[];
  readonly references: (readonly [string, ValuePath | undefined])[];
}

/**
 * Keys consist of a view and the pointer of a part; the view separates the results of a part that is visited in several
 * ways.
 */
type Results = Map<string, PartResult>;

/** Rules that are `near` read only the part and its references; rules that are `far` read other parts too. */
export type Reach = 'near' | 'far';

/**
 * The findings in the parts of a document that are still valid after an edit. Findings in a part stay valid if the
 * part, everything that it refers to, and everything outside paths and components are unchanged. Findings of `far`
 * rules also require that other parts have changed only in their summaries and descriptions.
 */
export class CachedParts {
  readonly #document: DocumentParts;
  readonly #results: Readonly<Record<Reach, Results>> = { near: new Map(), far: new Map() };

  constructor(root: JsonObject, before?: CachedParts) {
    this.#document = splitDocument(root);
    // Searches all parts for references now and caches the result, so that the first edit need not wait for the search.
    if (!before) for (const part of this.#document.parts.values()) partsNamedIn(part);
    if (!before || !isSame(before.#document.others, this.#document.others)) return;
    const affected = this.#findAffected(before.#document.parts);
    this.#take('near', before, affected);
    if (haveSameShape(before.#document.parts, this.#document.parts)) this.#take('far', before, affected);
  }

  #take(reach: Reach, before: CachedParts, affected: ReadonlySet<string>): void {
    for (const [key, result] of before.#results[reach]) {
      if (!affected.has(key.slice(key.indexOf(' ') + 1))) this.#results[reach].set(key, result);
    }
  }

  /** The parts that have changed, and those that refer to them, directly or not. */
  #findAffected(before: ReadonlyMap<string, JsonObject>): ReadonlySet<string> {
    const { parts } = this.#document;
    const changed = new Set([...before.keys(), ...parts.keys()]);
    for (const [pointer, value] of parts) if (before.get(pointer) === value) changed.delete(pointer);
    if (changed.size === 0) return changed;
    const users = new Map<string, string[]>();
    for (const [pointer, value] of parts) {
      const names = partsNamedIn(value);
      if (!names) changed.add(pointer);
      for (const name of names ?? []) {
        const known = users.get(name);
        if (known) known.push(pointer);
        else users.set(name, [pointer]);
      }
    }
    // Values added to a set while it is visited are visited too.
    for (const pointer of changed) for (const user of users.get(pointer) ?? []) changed.add(user);
    return changed;
  }

  find(reach: Reach, view: string, pointer: string): PartResult | undefined {
    return this.#results[reach].get(`${view} ${pointer}`);
  }

  set(reach: Reach, view: string, pointer: string, result: PartResult): void {
    this.#results[reach].set(`${view} ${pointer}`, result);
  }
}

type Parts = DocumentParts['parts'];

/** Whether two documents have the same parts in the same order, ignoring summaries and descriptions. */
function haveSameShape(before: Parts, now: Parts): boolean {
  if (!isSame([...before.keys()], [...now.keys()])) return false;
  for (const [pointer, part] of now) if (!isSameButForTexts(before.get(pointer), part)) return false;
  return true;
}

/**
 * Ignores texts that rules read only in the part that they check. `key` is the name of the member with the two values.
 */
function isSameButForTexts(before: Json | undefined, now: Json | undefined, key = ''): boolean {
  if (before === now) return true;
  if (Array.isArray(before) && Array.isArray(now)) {
    const items = now as readonly Json[];
    return before.length === items.length && items.every((item, at) => isSameButForTexts(before[at], item));
  }
  if (!isJsonObject(before) || !isJsonObject(now)) return false;
  const names = Object.keys(now);
  if (!isSame(Object.keys(before), names)) return false;
  // The keys of a discriminator's `mapping` are arbitrary, and its strings refer to schemas.
  const hasTexts = key !== 'mapping';
  return names.every((name) => {
    const [old, value] = [before[name], now[name]];
    const areTexts = hasTexts && textNames.has(name) && typeof old === 'string' && typeof value === 'string';
    return areTexts || isSameButForTexts(old, value, name);
  });
}

const textNames: ReadonlySet<string> = new Set(['summary', 'description']);

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && now.every((value, index) => value === before[index]);
}
