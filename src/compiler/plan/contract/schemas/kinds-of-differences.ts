import { contractChangeKinds } from '../contract-change-kinds.ts';
import type { Assumptions, Found } from './assumptions.ts';
import { EntangledSchemasError } from './entangled-schemas-error.ts';
import type { SchemaNode } from './flat-schema.ts';
import type { ChildPair, Direction, SchemaDifference, SchemaFact } from './schema-fact.ts';

/** The maximum number of questions within each other: of two for each of 30 nested choices. */
const maxNested = 60;

/** The maximum number of questions, known or not: the largest documents lead to some 60,000, a choice of 400 alternatives to 960,000. */
const maxQuestions = 1_000_000;

/** Whether it is plain that two schemas differ in nothing but texts. */
type IsAlike = (base: SchemaNode, head: SchemaNode) => boolean;

type Difference = (base: SchemaNode, head: SchemaNode, direction: Direction) => SchemaDifference;

/** Which kinds of differences two schemas have, with all below them; each pair is asked once. */
export class KindsOfDifferences {
  readonly #difference: Difference;
  readonly #isAlike: IsAlike;
  readonly #answers = new Map<string, Found<boolean>>();
  readonly #assumptions: Assumptions;
  #questions = 0;

  constructor(difference: Difference, isAlike: IsAlike, assumptions: Assumptions) {
    this.#difference = difference;
    this.#isAlike = isAlike;
    this.#assumptions = assumptions;
  }

  /** Whether all differences are of one kind in some directions. */
  areAll(kind: Kind, base: SchemaNode, head: SchemaNode, directions: readonly Direction[]): boolean {
    if ((this.#questions += 1) > maxQuestions) throw new EntangledSchemasError();
    const key = `${kind} ${directions.join(' ')} ${base.id} ${head.id}`;
    // A recursive pair has no other differences if nothing else differs.
    if (this.#assumptions.isAssumed(key)) return true;
    if (!this.#answers.has(key) && this.#isAlike(base, head)) return true;
    // Deeper alternatives are matched by name and shape only, to limit the stack.
    if (this.#assumptions.depth >= maxNested && !this.#answers.has(key)) return false;
    return this.#assumptions.remember(this.#answers, key, () =>
      this.#assumptions.assume(key, () =>
        directions.every((direction) => this.#areAllIn(direction, base, head, kind)),
      ),
    );
  }

  #areAllIn(direction: Direction, base: SchemaNode, head: SchemaNode, kind: Kind): boolean {
    const seen = new Set<string>();
    const waiting: SchemaPair[] = [{ base, head }];
    const choices: SchemaPair[] = [];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const key = `${next.base.id} ${next.head.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (this.#isAlike(next.base, next.head)) continue;
      const difference = this.#difference(next.base, next.head, direction);
      if (!kinds[kind](difference)) return false;
      for (const child of difference.children)
        if (!child.isCovered || !harmlessKinds.has(kind))
          (this.#isAsked(child) ? choices : waiting).push(child);
    }
    return choices.every((pair) => this.areAll(kind, pair.base, pair.head, [direction]));
  }

  /** Whether a pair is a question of its own: choices lead to further questions, which often lead back to them. */
  #isAsked({ base, head }: SchemaPair): boolean {
    if (this.#assumptions.depth >= maxNested) return false;
    return base.flat.choices.length > 0 || head.flat.choices.length > 0;
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

/** Properties that are sent but not described are accepted, and optional ones may be missing. */
const harmless: ReadonlySet<string> = new Set([
  'request-property-removed',
  'response-optional-property-removed',
]);

export function isHarmlessFact({ id }: SchemaFact): boolean {
  const { compatibility } = contractChangeKinds[id];
  return compatibility === 'compatible' || compatibility === 'text' || harmless.has(id);
}
