import type { LifecycleState, ManifestApi } from '#compiled/manifest.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Affected } from '#compiler/plan/change.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';

/** A changed lifecycle state of an API. */
export function apiStateChange(before: ManifestApi, after: ManifestApi, consumers: Consumers): FoundChange {
  const api = apiKey(after);
  return declarationChange({
    id: 'api-state-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: state ${before.state} → ${after.state}`,
    path: ['state'],
    before: before.state,
    after: after.state,
    affected: affectedBy(before, after, consumers),
  });
}

function affectedBy(before: ManifestApi, after: ManifestApi, consumers: Consumers): readonly Affected[] {
  const api = apiKey(after);
  if (!isLive(before)) return affect(consumers.callersOf(api, 'after'), effects[after.state](api));
  const callers = consumers.callersOf(api, isLive(after) ? 'both' : 'before');
  return affect(callers, describeStep(api, before.state, after.state));
}

function describeStep(api: string, before: LifecycleState, after: LifecycleState): string {
  if (before === 'deprecated' && after === 'published')
    return `no longer gets the deprecation notice of ${api}`;
  if (before === 'blocked' && after === 'deprecated') return `gains access to ${api}, which is deprecated`;
  return effects[after](api);
}

/** The effect on the callers of an API that enters a state. */
const effects: Readonly<Record<LifecycleState, (api: string) => string>> = {
  created: (api) => `loses access to ${api}`,
  published: (api) => `gains access to ${api}`,
  deprecated: (api) => `gets a deprecation notice from ${api}`,
  blocked: (api) => `gets 503 from ${api}`,
  retired: (api) => `loses access to ${api}`,
};
