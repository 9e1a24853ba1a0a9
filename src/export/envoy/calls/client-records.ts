import type { Manifest, ManifestApplication, ManifestTier } from '#compiled/manifest.ts';
import { limitName } from '../limits/limit-name.ts';
import { recordKey, type LuaValue } from '../text/lua-text.ts';
import type { CallRecord } from './records.ts';

/** Records of everyone who may call: consumer keys, subscriptions, and the users and providers of tokens. */
export function clientRecords(manifest: Manifest): readonly CallRecord[] {
  return [
    ...manifest.applications.flatMap(keyRecords),
    ...subscriptionRecords(manifest),
    ...manifest.users
      .filter(({ state }) => state === 'active')
      .map(({ name, tokensNotBefore }): CallRecord => [recordKey('u', name), { notBefore: tokensNotBefore }]),
    ...manifest.identityProviders.map(({ name }): CallRecord => [recordKey('p', name), {}]),
  ];
}

/** Subscriptions of which only the names differ have the same value, which is written once. */
function subscriptionRecords({ subscriptions, tiers }: Manifest): readonly CallRecord[] {
  const tierOf = new Map(tiers.map((tier) => [tier.name, tier]));
  const values = new Map<string, LuaValue>();
  return subscriptions.map(({ application, api, tier, state, scopes }) => {
    const like = JSON.stringify([state, tier, scopes]);
    const value = values.get(like) ?? {
      tier,
      scopes,
      isBlocked: state === 'blocked',
      limit: limitOf(tierOf.get(tier)),
    };
    values.set(like, value);
    return [recordKey('s', application, api), value];
  });
}

function limitOf(tier: ManifestTier | undefined): string | undefined {
  return tier?.limit && limitName(tier.limit);
}

function keyRecords(application: ManifestApplication): readonly CallRecord[] {
  const { name, keySets, tokensNotBefore, identityProviders, limit } = application;
  return keySets.map(({ consumerKey, keySet }) => [
    recordKey('c', consumerKey),
    {
      name,
      keySet,
      notBefore: tokensNotBefore,
      providers: identityProviders,
      limit: limit && limitName(limit),
    },
  ]);
}
