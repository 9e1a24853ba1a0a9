import type { ManifestApi } from '../../../../compiled/manifest.ts';
import { apiKey } from '../../../../compiled/api-key.ts';
import { affect } from '../../consumers/affect.ts';
import type { Consumers } from '../../consumers/consumers.ts';
import { timeOf } from '../../wording/describe-value.ts';
import { declarationChange, type FoundChange } from '../declaration-change.ts';

/** Another time at which callers of a blocked version may try again. */
export function blockedUntilChange(
  { blockedUntil: before }: ManifestApi,
  { blockedUntil: after, ...entry }: ManifestApi,
  consumers: Consumers,
): FoundChange {
  const api = apiKey(entry);
  const [earlier, later] = [describeEnd(before), describeEnd(after)];
  const effect = later === undefined ? 'is not told when to try again' : `is told to try again at ${later}`;
  return declarationChange({
    id: 'api-blocked-until-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: end of the block ${earlier ?? 'not declared'} → ${later ?? 'not declared'}`,
    path: ['blockedUntil'],
    before: earlier,
    after: later,
    affected: entry.state === 'blocked' ? affect(consumers.callersOf(api, 'both'), effect) : [],
  });
}

function describeEnd(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : timeOf(seconds);
}
