import { contractChangeKinds } from '../contract-change-kinds.ts';
import type { Assumptions, Found } from './assumptions.ts';
import { EntangledSchemasError } from './entangled-schemas-error.ts';
import type { SchemaNode } from './flat-schema.ts';
import type { Direction, SchemaDifference, SchemaFact } from './schema-fact.ts';

/** The maximum depth of nested choices in which alternatives are matched by meaning. */
const maxNested = 30;

/** The maximum number of questions, known or not: the largest documents lead to some 60,000, a choice of 400 alternatives to 500,000. */
const maxQuestions = 1_000_000;

type Difference = (base: SchemaNode, head: SchemaNode, direction: Direction) => SchemaDifference;

/** Which kinds of differences two schemas have, with all below them; each pair is asked once. */
export class KindsOfDifferences {
  readonly #difference: Difference;
  readonly #answers = new Map<string, Found<boolean>>();
  readonly #assumptions: Assumptions;
  #questions = 0;

  constructor(difference: Difference, assumptions: Assumptions) {
    this.#difference = difference;
    this.#assumptions = assumptions;
  }

  /** Whether all differences are of one kind in some directions. */
  areAll(
    kind: keyof typeof kinds,
    base: SchemaNode,
    head: SchemaNode,
    directions: readonly Direction[],
  ): boolean {
    if ((this.#questions += 1) > maxQuestions) throw new EntangledSchemasError();
    const key = `${kind} ${directions.join(' ')} ${base.id} ${head.id}`;
    // A recursive pair has no other differences if nothing else differs.
    if (this.#assumptions.isAssumed(key)) return true;
    // Deeper alternatives are matched by name and shape only, to limit the stack.
    if (this.#assumptions.depth >= maxNested && !this.#answers.has(key)) return false;
    return this.#assumptions.remember(this.#answers, key, () =>
      this.#assumptions.assume(key, () =>
        directions.every((direction) => this.#areAllIn(direction, base, head, kinds[kind])),
      ),
    );
  }

  #areAllIn(direction: Direction, base: SchemaNode, head: SchemaNode, isKind: IsKind): boolean {
    const seen = new Set<string>();
    const waiting: [SchemaNode, SchemaNode][] = [[base, head]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [old, now] = next;
      const key = `${old.id} ${now.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const difference = this.#difference(old, now, direction);
      if (!isKind(difference)) return false;
      waiting.push(...difference.children.map((child): [SchemaNode, SchemaNode] => [child.base, child.head]));
    }
    return true;
  }
}

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

/** Properties that are sent but not described are accepted, and optional ones may be missing. */
const harmless: ReadonlySet<string> = new Set([
  'request-property-removed',
  'response-optional-property-removed',
]);

export function isHarmlessFact({ id }: SchemaFact): boolean {
  const { compatibility } = contractChangeKinds[id];
  return compatibility === 'compatible' || compatibility === 'text' || harmless.has(id);
}
