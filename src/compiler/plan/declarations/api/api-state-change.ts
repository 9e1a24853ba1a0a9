import type { LifecycleState, ManifestApi } from '../../../../compiled/manifest.ts';
import { isLive } from '../../../workspace/api-versions.ts';
import { apiKey } from '../../../../compiled/api-key.ts';
import type { Affected } from '../../change.ts';
import { affect } from '../../consumers/affect.ts';
import type { Consumers } from '../../consumers/consumers.ts';
import { declarationChange, type FoundChange } from '../declaration-change.ts';

/** Another state of an API's lifecycle. */
export function apiStateChange(before: ManifestApi, after: ManifestApi, consumers: Consumers): FoundChange {
  const api = apiKey(after);
  return declarationChange({
    id: 'api-state-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: ${before.state} → ${after.state}`,
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
  if (before === 'deprecated' && after === 'published') return `is no longer told that ${api} is deprecated`;
  if (before === 'blocked' && after === 'deprecated') return `gains access to ${api}, which is deprecated`;
  return effects[after](api);
}

/** What the callers of an API feel that comes into a state. */
const effects: Readonly<Record<LifecycleState, (api: string) => string>> = {
  created: (api) => `loses access to ${api}`,
  published: (api) => `gains access to ${api}`,
  deprecated: (api) => `is told that ${api} is deprecated`,
  blocked: (api) => `is answered 503 by ${api}`,
  retired: (api) => `loses access to ${api}`,
};
