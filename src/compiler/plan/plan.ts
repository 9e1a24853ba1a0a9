import type { Compiled } from '../../compiled/compiled.ts';
import type { Change, Plan } from './change.ts';
import { indexConsumers } from './consumers/consumers.ts';
import { apiChanges } from './declarations/api/api-changes.ts';
import { applicationChanges } from './declarations/consumer/application-changes.ts';
import type { FoundChange } from './declarations/declaration-change.ts';
import { gatewayChanges } from './declarations/gateway-changes.ts';
import { identityProviderChanges } from './declarations/identity-provider-changes.ts';
import { subscriptionChanges } from './declarations/consumer/subscription-changes.ts';
import { tierChanges } from './declarations/consumer/tier-changes.ts';
import { userChanges } from './declarations/consumer/user-changes.ts';
import { fingerprintChange } from './approvals/fingerprint-change.ts';
import { sortChanges } from './sort-changes.ts';

/**
 * What makes `head` of `base`, each change with the applications that feel it; of nothing where there is no base. Both
 * are tables of one deployment.
 */
export function plan(base: Compiled | undefined, head: Compiled): Plan {
  const changes = base?.digest === head.digest ? [] : sortChanges(findChanges(base, head)).map(number);
  return { ...(base && { base: base.digest }), head: head.digest, changes };
}

function number(change: FoundChange): Change {
  return { ...change, fingerprint: fingerprintChange(change) };
}

function findChanges(base: Compiled | undefined, head: Compiled): readonly FoundChange[] {
  const consumers = indexConsumers(base, head);
  const before = base?.manifest ?? nothing;
  const after = head.manifest;
  return [
    ...gatewayChanges(base?.manifest, after, consumers),
    ...apiChanges(base, head, consumers),
    ...applicationChanges(before.applications, after.applications),
    ...subscriptionChanges(before, after, consumers),
    ...tierChanges(before.tiers, after.tiers, consumers),
    ...userChanges(before.users, after.users),
    ...identityProviderChanges(before.identityProviders, after.identityProviders, consumers),
  ];
}

const nothing = { applications: [], subscriptions: [], tiers: [], users: [], identityProviders: [] };
