import type { ManifestApi } from '#compiled/manifest.ts';
import { apiKey } from '#compiled/api-key.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { describeTransition, timeOf } from '#compiler/plan/wording/describe-value.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';

/** A changed time at which callers of a blocked version may retry. */
export function blockedUntilChange(
  { blockedUntil: before }: ManifestApi,
  { blockedUntil: after, ...entry }: ManifestApi,
  consumers: Consumers,
): FoundChange {
  const api = apiKey(entry);
  const [earlier, later] = [describeEnd(before), describeEnd(after)];
  const effect = later === undefined ? 'gets no retry time' : `gets the retry time ${later}`;
  return declarationChange({
    id: 'api-blocked-until-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: blockedUntil ${describeTransition(earlier, later)}`,
    path: ['blockedUntil'],
    before: earlier,
    after: later,
    affected: entry.state === 'blocked' ? affect(consumers.callersOf(api, 'both'), effect) : [],
  });
}

function describeEnd(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : timeOf(seconds);
}
