import type { Assumptions, Found } from './assumptions.ts';
import { Budget } from './budget.ts';
import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import type { Meanings } from './meanings.ts';
import {
  isHarmlessFact,
  type ChildPair,
  type Direction,
  type SchemaDifference,
} from '../keywords/facts/schema-fact.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';

/** The maximum depth of nested questions: two for each of 30 nested choices. */
const maxNested = 60;

/**
 * The maximum number of questions for one comparison, including cached ones. The largest documents need some 60,000 in
 * all, a choice of 400 alternatives 960,000.
 */
const maxQuestions = 1_000_000;

interface Comparison {
  difference(base: SchemaNode, head: SchemaNode, direction: Direction): SchemaDifference;
  /** Whether two schemas certainly differ in documentation only. */
  isAlike(base: SchemaNode, head: SchemaNode): boolean;
  /** Whether a sent value is certainly refused or undescribed, which ends the search. */
  losesSome(base: SchemaNode, head: SchemaNode, direction: Direction): boolean;
}

/** Answers which kinds of differences two schemas have, including their subschemas; each pair is compared once. */
export class KindsOfDifferences {
  readonly #comparison: Comparison;
  readonly #meanings: Meanings;
  readonly #answers = new Map<string, Found<boolean>>();
  readonly #assumptions: Assumptions;
  /** The budget of questions, including cached ones. */
  readonly budget = new Budget(maxQuestions);

  constructor(comparison: Comparison, meanings: Meanings, assumptions: Assumptions) {
    this.#comparison = comparison;
    this.#meanings = meanings;
    this.#assumptions = assumptions;
  }

  /** Whether all differences are of one kind, in all given directions. */
  areAll(kind: Kind, base: SchemaNode, head: SchemaNode, directions: readonly Direction[]): boolean {
    this.budget.spend();
    const key = `${kind} ${directions.join(' ')} ${this.#pairOf(base, head)}`;
    if (!this.#answers.has(key)) {
      // A recursive pair has no further differences if the rest does not differ.
      if (this.#assumptions.isAssumed(key) || this.#comparison.isAlike(base, head)) return true;
      // Deeper alternatives are matched by name and shape only, to limit the stack.
      if (this.#assumptions.depth >= maxNested) return false;
    }
    return this.#assumptions.remember(this.#answers, key, () =>
      this.#assumptions.assume(key, () =>
        directions.every((direction) => this.#areAllIn(direction, base, head, kind)),
      ),
    );
  }

  /** A key for two schemas; pairs with the same meaning have the same key. */
  #pairOf(base: SchemaNode, head: SchemaNode): string {
    return `${this.#meanings.ofNode(base)} ${this.#meanings.ofNode(head)}`;
  }

  #areAllIn(direction: Direction, base: SchemaNode, head: SchemaNode, kind: Kind): boolean {
    const seen = new Set<string>();
    const waiting: SchemaPair[] = [{ base, head }];
    const choices: SchemaPair[] = [];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const key = this.#pairOf(next.base, next.head);
      if (seen.has(key)) continue;
      seen.add(key);
      if (this.#comparison.isAlike(next.base, next.head)) continue;
      if (harmlessKinds.has(kind) && this.#comparison.losesSome(next.base, next.head, direction))
        return false;
      const difference = this.#comparison.difference(next.base, next.head, direction);
      if (!kinds[kind](difference)) return false;
      for (const child of difference.children)
        if (!child.isCovered || !harmlessKinds.has(kind))
          (this.#isSeparateQuestion(child) ? choices : waiting).push(child);
    }
    return choices.every((pair) => this.areAll(kind, pair.base, pair.head, [direction]));
  }

  /**
   * Whether to ask about a pair separately: choices lead to further questions, which often lead back to the same pair.
   */
  #isSeparateQuestion({ base, head }: SchemaPair): boolean {
    if (this.#assumptions.depth >= maxNested) return false;
    return hasChoices(base.flat) || hasChoices(head.flat);
  }
}

type SchemaPair = Pick<ChildPair, 'base' | 'head'>;

type Kind = keyof typeof kinds;

type IsKind = (difference: SchemaDifference) => boolean;

const isHarmless: IsKind = ({ all }) => all.every(isHarmlessFact);

const isText: IsKind = ({ all }) => all.every(({ id }) => id === 'documentation-changed');

const kinds = {
  text: (difference) => !difference.isAssumed && isText(difference),
  'text to readers': (difference) => !difference.describesLess && isText(difference),
  harmless: isHarmless,
  'strictly harmless': (difference) => !difference.isAssumed && isHarmless(difference),
  'harmless both ways': (difference) =>
    !difference.isAssumed && !difference.dependsOnDirection && isHarmless(difference),
} as const satisfies Readonly<Record<string, IsKind>>;

const harmlessKinds: ReadonlySet<Kind> = new Set(['harmless', 'strictly harmless', 'harmless both ways']);
