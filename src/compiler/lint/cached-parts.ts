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

/** By a view, which separates the results of one part that is visited in several ways, and the pointer of the part. */
type Results = Map<string, PartResult>;

/** Rules that look only at the part and its references, and rules that look at others too. */
export type Reach = 'near' | 'far';

/**
 * What rules found in the parts of a document that has been edited, as far as it still holds: for the same part, if
 * all that it refers to, and everything that is not part of a path or a component, is the same as well. What rules found
 * that look at other parts holds if of these only texts for people have changed.
 */
export class CachedParts {
  readonly #document: DocumentParts;
  readonly #results: Readonly<Record<Reach, Results>> = { near: new Map(), far: new Map() };

  constructor(root: JsonObject, before?: CachedParts) {
    this.#document = splitDocument(root);
    // The references of the parts are remembered, so that the first edit need not wait until all parts are searched.
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

/** Whether two documents have the same parts in the same order, but for texts for people in them. */
function haveSameShape(before: Parts, now: Parts): boolean {
  if (!isSame([...before.keys()], [...now.keys()])) return false;
  for (const [pointer, part] of now) if (!isSameButForTexts(before.get(pointer), part)) return false;
  return true;
}

/** The texts are those that no rule reads in other parts than the one that it checks. `key` is the name of the values. */
function isSameButForTexts(before: Json | undefined, now: Json | undefined, key = ''): boolean {
  if (before === now) return true;
  if (Array.isArray(before) && Array.isArray(now)) {
    const items = now as readonly Json[];
    return before.length === items.length && items.every((item, at) => isSameButForTexts(before[at], item));
  }
  if (!isJsonObject(before) || !isJsonObject(now)) return false;
  const names = Object.keys(now);
  if (!isSame(Object.keys(before), names)) return false;
  // In a mapping, any name can be that of a schema.
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
