import type { Manifest, ManifestApplication, ManifestTier } from '../../../compiled/manifest.ts';
import { limitName } from '../limits/limit-name.ts';
import type { CallRecord } from './records.ts';

/** Records of everyone who may call: consumer keys, subscriptions, and the users and providers of tokens. */
export function clientRecords(manifest: Manifest): readonly CallRecord[] {
  const tiers = new Map(manifest.tiers.map((tier) => [tier.name, tier]));
  return [
    ...manifest.applications.flatMap(keyRecords),
    ...manifest.subscriptions.map((subscription): CallRecord => {
      const { application, api, tier, state, scopes } = subscription;
      return [
        `s/${application} ${api}`,
        { tier, scopes, isBlocked: state === 'blocked', limit: limitOf(tiers.get(tier)) },
      ];
    }),
    ...manifest.users
      .filter(({ state }) => state === 'active')
      .map(({ name, tokensNotBefore }): CallRecord => [`u/${name}`, { notBefore: tokensNotBefore }]),
    ...manifest.identityProviders.map(({ name }): CallRecord => [`p/${name}`, {}]),
  ];
}

function limitOf(tier: ManifestTier | undefined): string | undefined {
  return tier?.limit && limitName(tier.limit);
}

function keyRecords(application: ManifestApplication): readonly CallRecord[] {
  const { name, keySets, tokensNotBefore, identityProviders, limit } = application;
  return keySets.map(({ consumerKey, keySet }) => [
    `c/${consumerKey}`,
    {
      name,
      keySet,
      notBefore: tokensNotBefore,
      providers: identityProviders,
      limit: limit && limitName(limit),
    },
  ]);
}
