import { statusClasses, type UsageCounts } from '#runtime/ports/usage.ts';

/** Counts by outcome, the form in which stores save them: `requests`, `rejected rate_limited`, `answered 2xx` … */
export type Outcomes = ReadonlyMap<string, number>;

/** The only outcome whose numbers are not added up: the largest number counts. */
export const limitOutcome = 'limit';

const rejected = 'rejected ';
const answered = 'answered ';

/** The outcomes of some calls; outcomes that did not occur are absent. */
export function outcomesOf({
  requests,
  rejections,
  responses,
  fromConsole,
  limitUsed,
}: UsageCounts): Outcomes {
  const sums: readonly (readonly [string, number])[] = [
    ['requests', requests],
    ['console', fromConsole],
    ...withPrefix(rejected, rejections),
    ...withPrefix(answered, responses),
  ];
  const outcomes = new Map(sums.filter(([, number]) => number > 0));
  // Rounded, since more digits would only make the stored text longer.
  if (limitUsed !== undefined) outcomes.set(limitOutcome, Math.round(limitUsed * 10_000) / 10_000);
  return outcomes;
}

/** Adds a number to the count of an outcome. */
export function addOutcome(outcomes: Map<string, number>, outcome: string, number: number): void {
  const before = outcomes.get(outcome) ?? 0;
  outcomes.set(outcome, outcome === limitOutcome ? Math.max(before, number) : before + number);
}

/** Converts outcomes back to counts, with codes and classes sorted. */
export function countsOf(outcomes: Outcomes): UsageCounts {
  return {
    requests: outcomes.get('requests') ?? 0,
    rejections: Object.fromEntries(withoutPrefix(rejected, outcomes)),
    responses: Object.fromEntries(
      withoutPrefix(answered, outcomes).filter(([name]) => statusClasses.some((known) => known === name)),
    ),
    fromConsole: outcomes.get('console') ?? 0,
    limitUsed: outcomes.get(limitOutcome),
  };
}

function withPrefix(
  prefix: string,
  counts: Readonly<Record<string, number>>,
): readonly (readonly [string, number])[] {
  return Object.entries(counts).map(([name, number]) => [prefix + name, number]);
}

function withoutPrefix(prefix: string, outcomes: Outcomes): readonly (readonly [string, number])[] {
  return [...outcomes]
    .filter(([outcome]) => outcome.startsWith(prefix))
    .map(([outcome, number]) => [outcome.slice(prefix.length), number] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
