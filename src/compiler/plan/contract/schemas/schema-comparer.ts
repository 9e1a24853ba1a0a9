import type { Json } from '../../../../compiled/json.ts';
import { compareChoices } from './choices/compare-choices.ts';
import type { WholeChoice } from './choices/find-overlap.ts';
import { compareSubtypes } from './choices/compare-subtypes.ts';
import {
  compareAdditional,
  compareItems,
  comparePatternProperties,
  type Anything,
} from './keywords/compare-object-keywords.ts';
import { compareAllLimits } from './keywords/compare-all-limits.ts';
import { comparePatterns } from './keywords/compare-patterns.ts';
import { compareNullability, compareTypes } from './keywords/compare-types.ts';
import { compareProperties } from './keywords/compare-properties.ts';
import { compareConditions } from './keywords/conditions/compare-conditions.ts';
import { compareUnevaluated } from './keywords/conditions/compare-unevaluated.ts';
import { compareListed } from './keywords/compare-listed.ts';
import { keywordsFor } from './keywords/keywords-for.ts';
import {
  compareDefaults,
  compareDiscriminators,
  compareDocumentation,
  compareFormats,
  compareRepresentations,
} from './keywords/compare-written-keywords.ts';
import { sameWhenResolvedIn, type SameWhenResolved } from '../same-when-resolved.ts';
import { KindsOfDifferences } from './kinds-of-differences.ts';
import { pointerOf, SchemaFacts, type Direction, type SchemaDifference } from './schema-fact.ts';
import type { SchemaNode, SchemaType } from './flat-schema.ts';
import type { SchemaMeaning } from './schema-meaning.ts';
import { separateTypes } from './schema-types.ts';
import type { SchemaNodes } from './schema-nodes.ts';
import type { UnchangedParts } from '../unchanged-parts.ts';

const noDifference: SchemaDifference = { all: [], children: [], isAssumed: false };

/** The maximum number of listed values that are looked for in several alternatives. */
const maxValues = 50;

/** Compares schemas of two documents; each pair once. */
export class SchemaComparer implements SchemaMeaning {
  readonly #nodes: { readonly base: SchemaNodes; readonly head: SchemaNodes };
  readonly #unchanged: UnchangedParts;
  readonly #anything: Anything;
  readonly #differences = new Map<string, SchemaDifference>();
  readonly #kinds = new KindsOfDifferences((...pair) => this.difference(...pair));
  readonly isSameText: SameWhenResolved;

  constructor(base: SchemaNodes, head: SchemaNodes, unchanged: UnchangedParts) {
    this.#nodes = { base, head };
    this.#unchanged = unchanged;
    this.isSameText = sameWhenResolvedIn(base.document, head.document);
    this.#anything = {
      base: (beside) => base.nodeOf(true, pointerOf(beside)),
      head: (beside) => head.nodeOf(true, pointerOf(beside)),
    };
  }

  difference(base: SchemaNode, head: SchemaNode, direction: Direction): SchemaDifference {
    const key = `${base.id} ${head.id} ${direction}`;
    const known = this.#differences.get(key);
    if (known) return known;
    const found = this.#isUnchanged(base, head) ? noDifference : this.#compare(base, head, direction);
    this.#differences.set(key, found);
    return found;
  }

  isEquivalent(base: SchemaNode, head: SchemaNode): boolean {
    return this.#kinds.areAll('text', base, head, ['request', 'response']);
  }

  isWithin(base: SchemaNode, head: SchemaNode, direction: Direction): boolean {
    return this.#kinds.areAll('harmless', base, head, [direction]);
  }

  isWithinStrictly(base: SchemaNode, head: SchemaNode, direction: Direction): boolean {
    return this.#kinds.areAll('strictly harmless', base, head, [direction]);
  }

  isWithinAny(base: readonly SchemaNode[], head: readonly SchemaNode[], direction: Direction): boolean {
    const [inner, outer] = direction === 'request' ? [base, head] : [head, base];
    const side = direction === 'request' ? 'base' : 'head';
    const isIn = (small: SchemaNode, large: SchemaNode) =>
      direction === 'request'
        ? this.isWithinStrictly(small, large, direction)
        : this.isWithinStrictly(large, small, direction);
    const isInAny = (small: SchemaNode) => outer.some((large) => isIn(small, large));
    return inner.every(
      (small) => isInAny(small) || (outer.length > 1 && this.#split(small, side)?.every(isInAny) === true),
    );
  }

  /** A schema of several types, or of a few values, as one for each. */
  #split(node: SchemaNode, side: 'base' | 'head'): readonly SchemaNode[] | undefined {
    const { types, values } = node.flat;
    if (values)
      return values.size <= maxValues
        ? [...values.values()].map((value) => this.#nodes[side].onlyValue(value, node))
        : undefined;
    const separate = separateTypes(types);
    return separate.length > 1 ? separate.map((type) => this.onlyOf(type, node, side)) : undefined;
  }

  withoutNull(node: SchemaNode, side: 'base' | 'head'): SchemaNode {
    return this.#nodes[side].withoutNull(node);
  }

  onlyOf(type: SchemaType, node: SchemaNode, side: 'base' | 'head'): SchemaNode {
    return this.#nodes[side].onlyOf(type, node);
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

  #compare(base: SchemaNode, head: SchemaNode, direction: Direction): SchemaDifference {
    const facts = new SchemaFacts(base, head, direction);
    const [before, after] = [base.flat, head.flat];
    compareDocumentation(facts, before, after);
    compareNullability(facts, before, after);
    compareSubtypes(facts, before, after);
    if (before.choices.length > 0 || after.choices.length > 0) {
      compareDefaults(facts, before, after);
      compareDiscriminators(facts, before, after);
      this.#compareChoices(facts);
    } else {
      const types = compareTypes(facts, before, after);
      if (types) this.#compareKeywords(facts, types);
    }
    return facts;
  }

  /** Compares the keywords of the types that both schemas have. */
  #compareKeywords(facts: SchemaFacts, types: ReadonlySet<SchemaType>): void {
    const { base, head, direction } = facts;
    const before = keywordsFor(types, base.flat, direction);
    const after = keywordsFor(types, head.flat, direction);
    for (const compare of plainComparisons) compare(facts, before, after);
    compareUnevaluated(facts, types, this);
    if (before.values || after.values) return compareListed(facts, before, after);
    for (const compare of scalarComparisons) compare(facts, before, after);
    comparePatternProperties(facts, before, after);
    compareProperties(facts, before, after, this.#anything, this);
    compareAdditional(facts, before, after, this.#anything);
    compareItems(facts, before, after, this.#anything);
    compareConditions(facts, types, this);
  }

  #compareChoices(facts: SchemaFacts): void {
    const choices = {
      base: this.#wholeChoices(facts.base, 'base'),
      head: this.#wholeChoices(facts.head, 'head'),
    };
    compareChoices(facts, choices, this);
  }

  /** The choices of a schema, each alternative merged with the rest of the schema. */
  #wholeChoices(node: SchemaNode, side: 'base' | 'head'): readonly WholeChoice[] {
    const nodes = this.#nodes[side];
    const beside = nodes.withoutChoice(node).filter(({ value }) => Object.keys(value).length > 0);
    return node.flat.choices.map(({ alternatives, isExclusive }) => ({
      isExclusive,
      alternatives: alternatives.map((written) => ({
        written,
        whole: nodes.withoutNull(nodes.joined([...written.parts, ...beside])),
      })),
    }));
  }
}

const scalarComparisons = [compareFormats, comparePatterns, compareAllLimits] as const;

const plainComparisons = [compareDefaults, compareDiscriminators, compareRepresentations] as const;
