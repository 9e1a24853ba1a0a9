import type { Json } from '#compiled/json.ts';
import { typesOfAlternatives } from '../keywords/choices/choices.ts';
import type { Choice, FlatSchema, Located, SchemaNode, SchemaType } from '../keywords/facts/flat-schema.ts';
import type { Order } from '../keywords/facts/order.ts';
import {
  pointerOf,
  SchemaFacts,
  type Direction,
  type SchemaDifference,
} from '../keywords/facts/schema-fact.ts';
import type { Alternative, SchemaMeaning, WholeChoice } from '../keywords/facts/schema-meaning.ts';
import { separateTypes } from '../keywords/facts/schema-types.ts';
import { hiddenNames, isRequiredOneWay } from '../keywords/property-facts.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';
import { sameWhenResolvedIn, type SameWhenResolved } from './same-when-resolved.ts';
import type { UnchangedParts } from './unchanged-parts.ts';
import { allowsEverything } from './allows-everything.ts';
import { areDisjoint, possibleTypes } from './are-disjoint.ts';
import { Assumptions, type Found } from './assumptions.ts';
import { Budget } from './budget.ts';
import { compareSchemas, withImplied, withoutImplied } from './compare-keywords.ts';
import { EntangledSchemasError } from './entangled-schemas-error.ts';
import { allowsByItself, fitsSchema } from '../keywords/fits-schema.ts';
import { KindsOfDifferences } from './kinds-of-differences.ts';
import { integerRanges } from './nodes/integer-ranges.ts';
import type { SchemaNodes } from './nodes/schema-nodes.ts';
import { wholeChoice } from './nodes/whole-choice.ts';

const noDifference: SchemaDifference = {
  all: [],
  children: [],
  isAssumed: false,
  describesLess: false,
  dependsOnDirection: false,
};

/** The maximum number of listed values that are matched one by one with alternatives. */
const maxValues = 50;

/** The maximum numbers of pairs and of combinations of schemas for proofs that conditions are harmless. */
const maxProof = 500;

/** The maximum number of combined schemas with choices for one comparison; real documents have a few hundred. */
const maxChoices = 5000;

/** Compares schemas of two documents; results are cached per pair. */
export class SchemaComparer implements SchemaMeaning {
  readonly #nodes: { readonly base: SchemaNodes; readonly head: SchemaNodes };
  readonly #unchanged: UnchangedParts;
  readonly #differences = new Map<string, Found<SchemaDifference>>();
  readonly #assumptions = new Assumptions();
  readonly #kinds: KindsOfDifferences;
  readonly isSameText: SameWhenResolved;
  readonly areDisjoint = areDisjoint;
  readonly possibleTypes = possibleTypes;
  readonly allowsEverything = allowsEverything;
  readonly fits = fitsSchema;
  readonly allowsByItself = allowsByItself;
  readonly withoutImplied = withoutImplied;
  readonly withImplied = withImplied;
  readonly #isProver: boolean;
  readonly #pairs: Budget;
  readonly #choices = new Budget(maxChoices);
  /** The keys of the pairs that could not be compared. */
  readonly #entangled = new Set<string>();
  /** Proves that sent values fit conditions; created on first use, until its limit is used up. */
  #prover: SchemaComparer | 'used up' | undefined;

  constructor(base: SchemaNodes, head: SchemaNodes, unchanged: UnchangedParts, maxPairs = Infinity) {
    this.#nodes = { base, head };
    this.#unchanged = unchanged;
    this.#isProver = maxPairs !== Infinity;
    this.#pairs = new Budget(maxPairs);
    this.#kinds = new KindsOfDifferences(
      {
        difference: (...pair) => this.difference(...pair),
        isAlike: (...pair) => this.isAlike(...pair),
        losesSome: (...pair) => this.#losesSome(...pair),
      },
      unchanged.meanings,
      this.#assumptions,
    );
    this.isSameText = sameWhenResolvedIn(base.document, head.document);
  }

  /**
   * Runs a comparison with a fresh budget. If the schemas are too entangled for it, returns the result of `otherwise`.
   */
  compareWithin<T>(compare: () => T, otherwise: () => T): T {
    for (const budget of this.#budgets()) budget.renew();
    return this.#unlessEntangled(compare, otherwise);
  }

  /**
   * The difference of two schemas; undefined if they cannot be compared, which is remembered for schemas with the same
   * meaning.
   */
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

  /** Whether two schemas, and all the schemas that they refer to, are the same JSON. */
  isUnchanged(base: SchemaNode, head: SchemaNode): boolean {
    return this.#isUnchanged(base, head);
  }

  isEquivalent(base: SchemaNode, head: SchemaNode): boolean {
    // If only one schema has a choice, alternatives are added or removed in one of the directions.
    if (hasChoices(base.flat) !== hasChoices(head.flat)) return false;
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
    // A proof inside a proof shares its limit.
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

  /**
   * Splits a schema into one per listed value, or one per type; undefined if it has too many values, or only one type.
   */
  #split(node: SchemaNode, side: 'base' | 'head'): readonly SchemaNode[] | undefined {
    const { listed } = node.flat.values;
    if (listed)
      return listed.size <= maxValues
        ? [...listed.values()].map((value) => this.#nodes[side].onlyValue(value, node))
        : undefined;
    const separate = separateTypes(typesOfAlternatives(node));
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

  isNever(node: SchemaNode, direction: Direction): boolean {
    return areDisjoint(node, node, direction);
  }

  wholeChoice(choice: Choice, node: SchemaNode, side: 'base' | 'head', keepsOthers: boolean): WholeChoice {
    return wholeChoice(choice, node, this.#nodes[side], keepsOthers);
  }

  anything(side: 'base' | 'head', place: SchemaNode): SchemaNode {
    return this.#nodes[side].nodeOf(true, pointerOf(place));
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

  /**
   * Whether a schema without choices cannot cover the other side's choice: at least two alternatives are not within it,
   * and only one can be paired with it.
   */
  #losesSome(base: SchemaNode, head: SchemaNode, direction: Direction): boolean {
    const isRequest = direction === 'request';
    const [small, large] = isRequest ? [base, head] : [head, base];
    const [choice, ...others] = small.flat.choices.all;
    if (!choice || others.length > 0 || hasChoices(large.flat)) return false;
    const { alternatives } = wholeChoice(choice, small, this.#nodes[isRequest ? 'base' : 'head'], false);
    const isLost = ({ whole }: Alternative) =>
      !(isRequest
        ? this.isWithinAny([whole], [large], direction)
        : this.isWithinAny([large], [whole], direction));
    const first = alternatives.findIndex(isLost);
    return first >= 0 && alternatives.slice(first + 1).some(isLost);
  }

  isAlike({ parts: before }: SchemaNode, { parts: after }: SchemaNode): boolean {
    return (
      before.length === after.length &&
      before.every((part, index) => this.#unchanged.haveSameMeaning(part.value, after[index]?.value))
    );
  }

  /**
   * Whether a read-only or write-only property differs, or is required in one direction only. The schemas may then
   * allow different values in each direction.
   */
  #hidesDifferently(base: FlatSchema, head: FlatSchema): boolean {
    if ([base, head].some(isRequiredOneWay)) return true;
    return [...hiddenNames(base), ...hiddenNames(head)].some((name) => {
      const [old, now] = [base.properties.named.get(name), head.properties.named.get(name)];
      return !old || !now || !this.#isUnchanged(old, now);
    });
  }

  #compare(base: SchemaNode, head: SchemaNode, direction: Direction): SchemaDifference {
    const facts = new SchemaFacts(base, head, direction);
    facts.mayDependOnDirection(() => this.#hidesDifferently(base.flat, head.flat));
    const areCombined = base.parts.length > 1 || head.parts.length > 1;
    if (areCombined && (hasChoices(base.flat) || hasChoices(head.flat))) this.#choices.spend();
    compareSchemas(facts, this);
    return facts;
  }
}
