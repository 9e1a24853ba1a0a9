import type { Json } from '#compiled/json.ts';
import { Assumptions, type Found } from './assumptions.ts';
import { areDisjoint } from './choices/are-disjoint.ts';
import { alignChoices, findSharedChoices } from './choices/find-shared-choices.ts';
import { isRequiredOneWay } from './choices/hidden-properties.ts';
import { compareChoices } from './choices/compare-choices.ts';
import type { Alternative } from './choices/match-alternatives.ts';
import { wholeChoice } from './choices/whole-choice.ts';
import { compareSubtypes } from './choices/compare-subtypes.ts';
import { integerRanges } from './choices/integer-ranges.ts';
import { Budget } from './budget.ts';
import type { Anything } from './keywords/compare-object-keywords.ts';
import { compareDynamicSchemas } from './keywords/compare-dynamic-schemas.ts';
import { compareKeywords } from './keywords/compare-keywords.ts';
import { compareNullability, compareTypes } from './keywords/compare-types.ts';
import {
  compareDefaults,
  compareDiscriminators,
  compareDocumentation,
} from './keywords/compare-written-keywords.ts';
import type { Order } from './keywords/conditions/order.ts';
import { sameWhenResolvedIn, type SameWhenResolved } from '../same-when-resolved.ts';
import { KindsOfDifferences } from './kinds-of-differences.ts';
import { pointerOf, SchemaFacts, type Direction, type SchemaDifference } from './schema-fact.ts';
import type { Choice, FlatSchema, Located, SchemaNode, SchemaType } from './flat-schema.ts';
import type { SchemaMeaning } from './schema-meaning.ts';
import { separateTypes, sharedTypes } from './schema-types.ts';
import { EntangledSchemasError } from './entangled-schemas-error.ts';
import type { SchemaNodes } from './nodes/schema-nodes.ts';
import type { UnchangedParts } from '../unchanged-parts.ts';

const noDifference: SchemaDifference = {
  all: [],
  children: [],
  isAssumed: false,
  describesLess: false,
  dependsOnDirection: false,
};

/** The maximum number of listed values that are looked for in several alternatives. */
const maxValues = 50;

/** The maximum numbers of pairs and of combinations of schemas that are compared to find that conditions do no harm. */
const maxProof = 500;

/** The maximum number of choices in combinations of schemas for one comparison; documents of people have a few hundred. */
const maxChoices = 5000;

/** Compares schemas of two documents; each pair once. */
export class SchemaComparer implements SchemaMeaning {
  readonly #nodes: { readonly base: SchemaNodes; readonly head: SchemaNodes };
  readonly #unchanged: UnchangedParts;
  readonly #anything: Anything;
  readonly #differences = new Map<string, Found<SchemaDifference>>();
  readonly #assumptions = new Assumptions();
  readonly #kinds: KindsOfDifferences;
  readonly isSameText: SameWhenResolved;
  readonly #isProver: boolean;
  readonly #pairs: Budget;
  readonly #choices = new Budget(maxChoices);
  /** What could not be compared. */
  readonly #entangled = new Set<string>();
  /** Compares what is sent with conditions. */
  #prover: SchemaComparer | 'used up' | undefined;

  constructor(base: SchemaNodes, head: SchemaNodes, unchanged: UnchangedParts, maxPairs = Infinity) {
    this.#nodes = { base, head };
    this.#unchanged = unchanged;
    this.#isProver = maxPairs !== Infinity;
    this.#pairs = new Budget(maxPairs);
    this.#kinds = new KindsOfDifferences(
      {
        difference: (...pair) => this.difference(...pair),
        isAlike: (...pair) => this.#isAlike(...pair),
        losesSome: (...pair) => this.#losesSome(...pair),
      },
      unchanged.meanings,
      this.#assumptions,
    );
    this.isSameText = sameWhenResolvedIn(base.document, head.document);
    this.#anything = {
      base: (beside) => base.nodeOf(true, pointerOf(beside)),
      head: (beside) => head.nodeOf(true, pointerOf(beside)),
    };
  }

  /** Compares something with a budget of its own, and does something else if that is not enough. */
  compareWithin<T>(compare: () => T, otherwise: () => T): T {
    for (const budget of this.#budgets()) budget.renew();
    return this.#unlessEntangled(compare, otherwise);
  }

  /** The difference of two schemas; undefined if they cannot be compared, wherever they are. */
  differenceWithin(base: SchemaNode, head: SchemaNode, direction: Direction): SchemaDifference | undefined {
    const { meanings } = this.#unchanged;
    const pair = () => `${meanings.ofNode(base)} ${meanings.ofNode(head)} ${direction}`;
    if (this.#entangled.size > 0 && this.#entangled.has(pair())) return undefined;
    return this.#unlessEntangled<SchemaDifference | undefined>(
      () => this.difference(base, head, direction),
      () => {
        this.#entangled.add(pair());
        return undefined;
      },
    );
  }

  #unlessEntangled<T>(compare: () => T, otherwise: () => T): T {
    try {
      return compare();
    } catch (error) {
      if (!(error instanceof EntangledSchemasError)) throw error;
      this.#assumptions.abandon();
      for (const budget of this.#budgets()) budget.halve();
      return otherwise();
    }
  }

  #budgets(): readonly Budget[] {
    const { base, head } = this.#nodes;
    return [base.budget, head.budget, this.#choices, this.#kinds.budget];
  }

  difference(base: SchemaNode, head: SchemaNode, direction: Direction): SchemaDifference {
    const key = `${base.id} ${head.id} ${direction}`;
    return this.#assumptions.remember(this.#differences, key, () => {
      this.#pairs.spend();
      return this.#isUnchanged(base, head) ? noDifference : this.#compare(base, head, direction);
    });
  }

  /** Whether two schemas are the same text, with all that they refer to. */
  isUnchanged(base: SchemaNode, head: SchemaNode): boolean {
    return this.#isUnchanged(base, head);
  }

  isEquivalent(base: SchemaNode, head: SchemaNode): boolean {
    // Of several alternatives in place of none, or the reverse, some are added or removed for one of the directions.
    if (hasChoices(base) !== hasChoices(head)) return false;
    return this.#kinds.areAll('text', base, head, ['request', 'response']);
  }

  isSameToReaders(base: SchemaNode, head: SchemaNode): boolean {
    return this.#kinds.areAll('text to readers', base, head, ['response']);
  }

  isWithin(base: SchemaNode, head: SchemaNode, direction: Direction): boolean {
    return this.#kinds.areAll('harmless', base, head, [direction]);
  }

  isWithinStrictly(base: SchemaNode, head: SchemaNode, direction: Direction): boolean {
    return this.#kinds.areAll('strictly harmless', base, head, [direction]);
  }

  orderOf(base: SchemaNode, head: SchemaNode): Order {
    if (this.isEquivalent(base, head)) return 'same';
    const isLooser = this.#kinds.areAll('harmless both ways', base, head, ['request']);
    const isTighter = this.#kinds.areAll('harmless both ways', base, head, ['response']);
    if (isLooser && isTighter) return 'same';
    return isLooser ? 'looser' : isTighter ? 'tighter' : 'other';
  }

  isWithinAny(base: readonly SchemaNode[], head: readonly SchemaNode[], direction: Direction): boolean {
    const [inner, outer] = direction === 'request' ? [base, head] : [head, base];
    const side = direction === 'request' ? 'base' : 'head';
    const isIn = (small: SchemaNode, large: SchemaNode) =>
      direction === 'request'
        ? this.isWithinStrictly(small, large, direction)
        : this.isWithinStrictly(large, small, direction);
    const isInAny = (small: SchemaNode) => outer.some((large) => isIn(small, large));
    const isCovered = (small: SchemaNode) => {
      if (isInAny(small)) return true;
      const ranges = integerRanges(small, outer);
      return (
        ranges.length > 1 && ranges.every((one) => isInAny(this.#nodes[side].integersWithin(one, small)))
      );
    };
    return inner.every(
      (small) =>
        isCovered(small) || (outer.length > 1 && this.#split(small, side)?.every(isCovered) === true),
    );
  }

  isSentWithin(sent: readonly Located[], received: Json, pointer: string, direction: Direction): boolean {
    // A proof within a proof has the same limit.
    if (this.#isProver) return this.#isWithinOther(sent, received, pointer, direction);
    if (this.#prover === 'used up') return false;
    this.#prover ??= this.#makeProver();
    try {
      return this.#prover.#isWithinOther(sent, received, pointer, direction);
    } catch (error) {
      if (!(error instanceof EntangledSchemasError)) throw error;
      this.#prover = 'used up';
      return false;
    }
  }

  #makeProver(): SchemaComparer {
    const { base, head } = this.#nodes;
    return new SchemaComparer(base.apart(maxProof), head.apart(maxProof), this.#unchanged, maxProof);
  }

  #isWithinOther(sent: readonly Located[], received: Json, pointer: string, direction: Direction): boolean {
    const large = this.nodeOf(direction === 'request' ? 'head' : 'base', received, pointer);
    const nodes = this.#nodes[direction === 'request' ? 'base' : 'head'];
    // Null is compared separately.
    const small = nodes.withoutNull(nodes.joined(sent));
    if (areDisjoint(small, small, direction)) return true;
    return direction === 'request'
      ? this.isWithinStrictly(small, large, direction)
      : this.isWithinStrictly(large, small, direction);
  }

  /** A schema of several types, or of a few values, as one for each. */
  #split(node: SchemaNode, side: 'base' | 'head'): readonly SchemaNode[] | undefined {
    const { values } = node.flat;
    if (values)
      return values.size <= maxValues
        ? [...values.values()].map((value) => this.#nodes[side].onlyValue(value, node))
        : undefined;
    const separate = separateTypes(typesWithin(node));
    return separate.length > 1 ? separate.map((type) => this.onlyOf(type, node, side)) : undefined;
  }

  withoutNull(node: SchemaNode, side: 'base' | 'head'): SchemaNode {
    return this.#nodes[side].withoutNull(node);
  }

  onlyOf(type: SchemaType, node: SchemaNode, side: 'base' | 'head'): SchemaNode {
    return this.#nodes[side].onlyOf(type, node);
  }

  objectWith(name: string, side: 'base' | 'head'): Located {
    return this.#nodes[side].objectWith(name);
  }

  withoutConditions(node: SchemaNode, side: 'base' | 'head'): readonly Located[] {
    return this.#nodes[side].withoutConditions(node);
  }

  nodeOf(side: 'base' | 'head', value: Json | undefined, pointer: string): SchemaNode {
    return this.#nodes[side].nodeOf(value, pointer);
  }

  #isUnchanged({ parts: before }: SchemaNode, { parts: after }: SchemaNode): boolean {
    return (
      before.length === after.length &&
      before.every((part, index) => this.#unchanged.has(part.value, after[index]?.value))
    );
  }

  /** Whether two alternatives are not within a schema without a choice: at most one alternative is compared with it. */
  #losesSome(base: SchemaNode, head: SchemaNode, direction: Direction): boolean {
    const isRequest = direction === 'request';
    const [small, large] = isRequest ? [base, head] : [head, base];
    const [choice, ...others] = small.flat.choices;
    if (!choice || others.length > 0 || hasChoices(large)) return false;
    const { alternatives } = wholeChoice(choice, small, this.#nodes[isRequest ? 'base' : 'head'], false);
    const isLost = ({ whole }: Alternative) =>
      !(isRequest
        ? this.isWithinAny([whole], [large], direction)
        : this.isWithinAny([large], [whole], direction));
    const first = alternatives.findIndex(isLost);
    return first >= 0 && alternatives.slice(first + 1).some(isLost);
  }

  #isAlike({ parts: before }: SchemaNode, { parts: after }: SchemaNode): boolean {
    return (
      before.length === after.length &&
      before.every((part, index) => this.#unchanged.haveSameMeaning(part.value, after[index]?.value))
    );
  }

  /**
   * Whether a property that is only read, or only written, differs, or is required: then a schema may have values in one
   * direction only.
   */
  #hidesDifferently(base: FlatSchema, head: FlatSchema): boolean {
    if ([base, head].some(isRequiredOneWay)) return true;
    return [...hiddenNames(base), ...hiddenNames(head)].some((name) => {
      const [old, now] = [base.properties.get(name), head.properties.get(name)];
      return !old || !now || !this.#isUnchanged(old, now);
    });
  }

  #compare(base: SchemaNode, head: SchemaNode, direction: Direction): SchemaDifference {
    const facts = new SchemaFacts(base, head, direction);
    const [before, after] = [base.flat, head.flat];
    facts.mayDependOnDirection(() => this.#hidesDifferently(before, after));
    compareDocumentation(facts, before, after);
    compareNullability(facts, before, after);
    compareSubtypes(facts, before, after);
    compareDynamicSchemas(facts, before, after);
    if (before.choices.length > 0 || after.choices.length > 0) {
      compareDefaults(facts, before, after);
      compareDiscriminators(facts, before, after);
      this.#compareChoices(facts);
    } else {
      const types = compareTypes(facts, before, after);
      if (types) compareKeywords(facts, types, this.#anything, this);
    }
    return facts;
  }

  /**
   * Compares the choices of both schemas. If one schema has more of them, those that both have are kept next to the others,
   * and next to a choice that only one schema has, all others are kept.
   */
  #compareChoices(facts: SchemaFacts): void {
    if (facts.base.parts.length > 1 || facts.head.parts.length > 1) this.#choices.spend();
    const [before, after] = [facts.base.flat.choices, facts.head.flat.choices];
    if (before.length === after.length && this.#isAlike(facts.base, facts.head)) {
      for (const [index, old] of before.entries()) this.#compareTexts(facts, old, after[index]);
      return;
    }
    const shared = before.length === after.length ? [] : findSharedChoices(before, after, this);
    const ownOf = (choices: readonly Choice[]) => choices.filter((choice) => !shared.includes(choice));
    const [old, now] = alignChoices(ownOf(before), ownOf(after));
    const count = Math.min(old.length, now.length);
    const wholesOf = (choices: readonly Choice[], node: SchemaNode, side: 'base' | 'head') =>
      choices.map((choice, index) => {
        const isSurplus = index >= count && node.flat.choices.length > 1;
        return wholeChoice(choice, node, this.#nodes[side], shared.length > 0 || isSurplus);
      });
    const [base, head] = [wholesOf(old, facts.base, 'base'), wholesOf(now, facts.head, 'head')];
    compareChoices(facts, { base, head }, this);
  }

  /** Compares two choices of which nothing but texts differs: each alternative with the one in its place. */
  #compareTexts(facts: SchemaFacts, base: Choice, head: Choice | undefined): void {
    if (!head) return;
    const [before, after] = [
      wholeChoice(base, facts.base, this.#nodes.base, false).alternatives,
      wholeChoice(head, facts.head, this.#nodes.head, false).alternatives,
    ];
    for (const [index, { whole }] of before.entries()) {
      const now = after[index];
      if (now) facts.compare('', whole, now.whole);
    }
  }
}

/** The types of which a schema may have values, as far as the alternatives of its choices and of those in them say. */
function typesWithin(node: SchemaNode): ReadonlySet<SchemaType> {
  const nodes = new Set([node]);
  for (const { flat } of nodes) for (const one of flat.choices[0]?.alternatives ?? []) nodes.add(one);
  const simple = [...nodes].filter((one) => !hasChoices(one));
  return sharedTypes(node.flat.types, new Set(simple.flatMap(({ flat }) => [...flat.types])));
}

function hasChoices({ flat }: SchemaNode): boolean {
  return flat.choices.length > 0;
}

/** The names of properties that are only read, or only written. */
function hiddenNames({ properties }: FlatSchema): readonly string[] {
  return [...properties].flatMap(([name, { flat }]) =>
    flat.hiddenIn.request || flat.hiddenIn.response ? [name] : [],
  );
}
