import type { CompiledOperation } from '../../../compiled/compiled-api.ts';
import { forwardsCalls, type KeySetName, type ManifestApplication } from '../../../compiled/manifest.ts';
import type { OwnApplication, OwnSubscription } from './owned-applications.ts';

/** What an application lacks for any call. */
export type ApplicationGap = 'keys' | 'grants' | 'subscriptions';

/** What an application lacks for all or some calls of an API that it has subscribed to. */
export type SubscriptionGap =
  | { readonly gap: 'blocked' | 'state' }
  | { readonly gap: 'endpoint'; readonly keySet: KeySetName }
  /** Operations that the application cannot call, and the scopes that it would have to be granted. */
  | { readonly gap: 'scopes'; readonly operations: number; readonly scopes: readonly string[] };

/** What an application lacks for any call. */
export function findGaps({ application, subscriptions }: OwnApplication): readonly ApplicationGap[] {
  const gaps: readonly (readonly [ApplicationGap, boolean])[] = [
    ['keys', application.keySets.length === 0],
    ['grants', application.grants.length === 0],
    ['subscriptions', subscriptions.length === 0],
  ];
  return gaps.filter(([, isMissing]) => isMissing).map(([gap]) => gap);
}

/** What an application lacks to call an API that it has subscribed to. */
export function findSubscriptionGaps(
  { keySets }: ManifestApplication,
  { subscription, version }: OwnSubscription,
): readonly SubscriptionGap[] {
  if (!version || !forwardsCalls(version.entry)) return [{ gap: 'state' }];
  if (subscription.state === 'blocked') return [{ gap: 'blocked' }];
  const { endpoints, operations } = version.api;
  const unreachable = keySets.filter(({ keySet }) => !endpoints[keySet]);
  const refused = operations.filter((operation) => !isAllowed(operation, subscription.scopes));
  const scopes = refused.flatMap((operation) => lackingScopes(operation, subscription.scopes));
  return [
    ...unreachable.map(({ keySet }): SubscriptionGap => ({ gap: 'endpoint', keySet })),
    ...(refused.length > 0
      ? [{ gap: 'scopes' as const, operations: refused.length, scopes: [...new Set(scopes)].toSorted() }]
      : []),
  ];
}

function isAllowed({ scopes }: CompiledOperation, granted: readonly string[]): boolean {
  return !scopes || scopes.some((alternative) => alternative.every((scope) => granted.includes(scope)));
}

/** Of the first alternative, which is the one that its document puts first. */
function lackingScopes({ scopes }: CompiledOperation, granted: readonly string[]): readonly string[] {
  return (scopes?.[0] ?? []).filter((scope) => !granted.includes(scope));
}
