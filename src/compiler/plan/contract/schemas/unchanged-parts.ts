import { isJsonObject, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import type { ContractSide } from './contract-side.ts';
import { Meanings } from './meanings.ts';
import { readDiscriminator } from '../keywords/choices/discriminator-values.ts';

/** The references that lead to a change of JSON, or of meaning, directly or indirectly. */
interface ChangedReferences {
  readonly changed: ReadonlySet<string>;
  /**
   * The last result per object of the second document, with the value that it was compared to; parts of a schema are
   * compared more than once.
   */
  readonly compared: WeakMap<JsonObject, { readonly base: Json | undefined; readonly leads: boolean }>;
}

function noneCompared(): Pick<ChangedReferences, 'compared'> {
  return { compared: new WeakMap() };
}

/**
 * Finds the parts of two documents that are identical, including the targets of their references. Most parts are, and
 * need no comparison by meaning.
 */
export class UnchangedParts {
  readonly meanings = new Meanings();
  readonly #references = new Map<string, readonly string[]>();
  readonly #sides: readonly [ContractSide, ContractSide];
  /** The references whose targets differ, apart from what these refer to. */
  readonly #different: readonly string[];
  readonly #inText: ChangedReferences;
  #inMeaning: ChangedReferences | undefined;
  /**
   * Whether both documents have the same semantics: equal JSON may have different meanings in different versions of
   * OpenAPI.
   */
  readonly #haveSameSemantics: boolean;

  constructor(base: ContractSide, head: ContractSide) {
    this.#sides = [base, head];
    this.#different = this.#findDifferent();
    this.#inText = { ...noneCompared(), changed: closeOver(this.#different, this.#references) };
    const [before, after] = [base.document, head.document];
    this.#haveSameSemantics =
      before.isSwagger === after.isSwagger && before.mergesSiblings === after.mergesSiblings;
  }

  /** Whether two values are the same JSON, and no reference in them leads to a change. */
  has(base: Json | undefined, head: Json | undefined): boolean {
    if (!this.#haveSameSemantics || !sameJson(base, head)) return false;
    return !this.#leadsToChange(base, head, this.#inText);
  }

  /** Whether two schemas are equal apart from documentation, and no reference in them leads to any other change. */
  haveSameMeaning(base: Json | undefined, head: Json | undefined): boolean {
    if (!this.#haveSameSemantics || this.meanings.of(base) !== this.meanings.of(head)) return false;
    this.#inMeaning ??= { ...noneCompared(), changed: this.#findChangedMeaning() };
    return !this.#leadsToChange(base, head, this.#inMeaning);
  }

  #findChangedMeaning(): ReadonlySet<string> {
    const isChanged = (reference: string) => {
      const [before, after] = this.#targetsOf(reference);
      return this.meanings.of(before) !== this.meanings.of(after);
    };
    return closeOver(this.#different.filter(isChanged), this.#references);
  }

  #leadsToChange(base: Json | undefined, head: Json | undefined, references: ChangedReferences): boolean {
    const { compared, changed } = references;
    const refersToChange = () => this.#referencesFrom(base, head).some((one) => changed.has(one));
    if (!isJsonObject(head)) return refersToChange();
    const known = compared.get(head);
    if (known && known.base === base) return known.leads;
    const leads = refersToChange();
    compared.set(head, { base, leads });
    return leads;
  }

  #targetsOf(reference: string): readonly (Json | undefined)[] {
    return this.#sides.map(({ document }) => document.references.target(reference)?.value);
  }

  #findDifferent(): readonly string[] {
    const targets = new Map<string, boolean>();
    const waiting = new Set(this.#sides.flatMap(({ document }) => referencesIn(document.root)));
    for (const reference of waiting) {
      const [before, after] = this.#targetsOf(reference);
      const next = this.#referencesFrom(before, after);
      targets.set(reference, sameJson(before, after));
      this.#references.set(reference, [...new Set(next)]);
      for (const one of next) waiting.add(one);
    }
    return [...targets].flatMap(([reference, isSame]) => (isSame ? [] : reference));
  }

  /** The references in a value, including those to the subtypes of its discriminator. */
  #referencesFrom(before: Json | undefined, after: Json | undefined): readonly string[] {
    const [base, head] = this.#sides;
    const subtypes = [...base.subtypes.referencesFrom(before), ...head.subtypes.referencesFrom(after)];
    return [...referencesIn(after), ...subtypes];
  }
}

/** The changed references, and all references that lead to them. */
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
    // `discriminator` may also be the name of a property, with references below it.
    else if (name === 'discriminator') found.push(...mappedBy(member));
    collect(member, found);
  }
}

/** The references in a discriminator's mapping; names of components become references. */
function mappedBy(discriminator: Json | undefined): readonly string[] {
  return [...(readDiscriminator(discriminator)?.values.keys() ?? [])].map((pointer) => `#${pointer}`);
}
