import { compareChoices, type Alternatives } from './compare-choices.ts';
import {
  compareAdditional,
  compareUndescribedNames,
  compareItems,
  comparePatternProperties,
  compareProperties,
  type Anything,
} from './compare-object-keywords.ts';
import {
  compareAllLimits,
  compareDefaults,
  compareFormats,
  compareNullability,
  comparePatterns,
  compareTypes,
  compareValues,
} from './compare-value-keywords.ts';
import {
  compareConditions,
  compareDiscriminators,
  compareDocumentation,
  compareRepresentations,
} from './compare-written-keywords.ts';
import { sameWhenResolvedIn, type SameWhenResolved } from '../same-when-resolved.ts';
import { pointerOf, SchemaFacts, type Direction } from './schema-fact.ts';
import type { SchemaNode } from './flat-schema.ts';
import type { SchemaNodes } from './schema-nodes.ts';
import type { UnchangedParts } from '../unchanged-parts.ts';

/** The differences of two schemas, and the child schemas to compare. */
export type SchemaDifference = Pick<SchemaFacts, 'all' | 'children'>;

const noDifference: SchemaDifference = { all: [], children: [] };

/** The maximum depth of nested choices in which alternatives are matched by meaning. */
const maxNested = 30;

/** Compares schemas of two documents; each pair once. */
export class SchemaComparer {
  readonly #nodes: { readonly base: SchemaNodes; readonly head: SchemaNodes };
  readonly #unchanged: UnchangedParts;
  readonly #isSame: SameWhenResolved;
  readonly #anything: Anything;
  readonly #differences = new Map<string, SchemaDifference>();
  readonly #same = new Map<string, boolean>();
  #depth = 0;

  constructor(base: SchemaNodes, head: SchemaNodes, unchanged: UnchangedParts) {
    this.#nodes = { base, head };
    this.#unchanged = unchanged;
    this.#isSame = sameWhenResolvedIn(base.document, head.document);
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

  /** Whether two schemas are equivalent, apart from names of components and documentation. */
  readonly isEquivalent = (base: SchemaNode, head: SchemaNode): boolean => {
    const key = `${base.id} ${head.id}`;
    const known = this.#same.get(key);
    if (known !== undefined) return known;
    // Deeper alternatives are matched by name and shape only, to limit the stack.
    if (this.#depth >= maxNested) return false;
    // A recursive pair is equivalent if nothing else differs.
    this.#same.set(key, true);
    this.#depth += 1;
    const isSame = this.#hasNoDifference(base, head);
    this.#depth -= 1;
    this.#same.set(key, isSame);
    return isSame;
  };

  #hasNoDifference(base: SchemaNode, head: SchemaNode): boolean {
    const seen = new Set<string>();
    const waiting: [SchemaNode, SchemaNode][] = [[base, head]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [old, now] = next;
      const key = `${old.id} ${now.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const direction of ['request', 'response'] as const) {
        const { all, children } = this.difference(old, now, direction);
        if (all.some(({ id }) => id !== 'documentation-changed')) return false;
        waiting.push(...children.map((child): [SchemaNode, SchemaNode] => [child.base, child.head]));
      }
    }
    return true;
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
    if (before.choices.length !== after.choices.length) {
      this.#compareChoices(facts);
      return facts;
    }
    compareNullability(facts, before, after);
    if (!compareTypes(facts, before, after)) return facts;
    for (const compare of plainComparisons) compare(facts, before, after);
    compareAdditional(facts, before, after, this.#anything);
    compareItems(facts, before, after, this.#anything);
    compareConditions(facts, before, after, this.#isSame);
    this.#compareChoices(facts);
    return facts;
  }

  #compareChoices(facts: SchemaFacts): void {
    const choices = {
      base: this.#wholeChoices(facts.base, 'base'),
      head: this.#wholeChoices(facts.head, 'head'),
    };
    compareChoices(facts, choices, this.isEquivalent);
  }

  /** The choices of a schema, each alternative merged with the rest of the schema. */
  #wholeChoices(node: SchemaNode, side: 'base' | 'head'): readonly Alternatives[] {
    const nodes = this.#nodes[side];
    const beside = nodes.withoutChoice(node).filter(({ value }) => Object.keys(value).length > 0);
    if (beside.length === 0) return node.flat.choices;
    return node.flat.choices.map((alternatives) =>
      alternatives.map(({ parts }) => nodes.joined([...parts, ...beside])),
    );
  }
}

const plainComparisons = [
  compareValues,
  compareFormats,
  comparePatterns,
  compareAllLimits,
  compareDefaults,
  compareProperties,
  compareUndescribedNames,
  comparePatternProperties,
  compareDiscriminators,
  compareRepresentations,
] as const;
