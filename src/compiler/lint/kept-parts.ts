import type { JsonObject } from '../../compiled/json.ts';
import { type DocumentParts, partsNamedIn, splitDocument } from '../../openapi/document-parts.ts';
import type { ValuePath } from '../../openapi/value-path.ts';
import type { DefinitionFinding } from '../rule/definition-checks.ts';
import type { Rule } from '../rule/define-rule.ts';

/** What rules found in one part of a document, and its references, in their order. */
export interface PartResult {
  readonly findings: (readonly [Rule, DefinitionFinding])[];
  readonly references: (readonly [string, ValuePath | undefined])[];
}

/**
 * What rules found in the parts of a document that has been edited, as far as it still holds: for the same part, if
 * all that it refers to, and everything that is not part of a path or a component, is the same as well.
 */
export class KeptParts {
  readonly #document: DocumentParts;
  readonly #results = new Map<string, PartResult>();

  constructor(root: JsonObject, before?: KeptParts) {
    this.#document = splitDocument(root);
    if (!before || !isSame(before.#document.others, this.#document.others)) return;
    const affected = this.#findAffected(before.#document.parts);
    for (const [key, result] of before.#results) {
      if (!affected.has(key.slice(key.indexOf(' ') + 1))) this.#results.set(key, result);
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
    // What is added to a set while it is visited is visited too.
    for (const pointer of changed) for (const user of users.get(pointer) ?? []) changed.add(user);
    return changed;
  }

  /** `view` separates the results of one part of a document that is visited in several ways. */
  find(view: string, pointer: string): PartResult | undefined {
    return this.#results.get(`${view} ${pointer}`);
  }

  set(view: string, pointer: string, result: PartResult): void {
    this.#results.set(`${view} ${pointer}`, result);
  }
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && now.every((value, index) => value === before[index]);
}
