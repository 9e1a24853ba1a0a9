import { expect, test } from 'vitest';
import type { ChangeLocation, Subject } from '#compiler/plan/change.ts';
import { locateChange } from '#compiler/plan/history/locate-change.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const oidc = `kind: IdentityProvider
type: oidc
name: campus
displayName: Campus login
issuer: https://login.example.edu
clientId: gatewright
clientSecret: { fromEnv: CAMPUS_SECRET }
`;
const { workspace } = await check(
  memorySourceTree({ ...cleanSources, 'identity-providers/campus.yaml': oidc }),
  'gateway.config.yaml',
);
const declared = (pointer: string): ChangeLocation => ({ in: 'declaration', pointer });

const places: readonly (readonly [Subject['kind'], string, ChangeLocation, string | undefined])[] = [
  ['Gateway', 'a former name', declared('/deployments/qa'), 'gateway.config.yaml:7:3'],
  ['Api', 'DogPark/v1', declared('/endpoints/production/url'), 'apis/dog_park/v1/api.yaml:9:17'],
  ['Api', 'DogPark/v1', declared('/endpoints/staging/url'), 'apis/dog_park/v1/api.yaml:9:3'],
  ['Api', 'DogPark/v1', { in: 'contract', pointer: '/info/title' }, 'apis/dog_park/v1/openapi.yaml:3:3'],
  ['Api', 'DogPark/v2', { in: 'contract', pointer: '' }, undefined],
  ['Subscription', 'DogWalker DogPark/v1', declared('/tier'), 'apis/dog_park/v1/subscriptions.yaml:4:1'],
  ['Application', 'DogWalker', declared('/owner'), 'applications/dog_walker.yaml:4:1'],
  ['Tier', 'gold', declared('/limit/requests'), 'tiers.yaml:3:10'],
  ['Tier', 'silver', declared('/limit'), undefined],
  ['User', 'ada', declared('/passwordDigest'), 'users/ada.yaml:3:1'],
  ['IdentityProvider', 'campus', declared('/issuer'), 'identity-providers/campus.yaml:5:1'],
];

test.each(places)('%s %s at %j is %s', (kind, name, spot, place) => {
  const at = workspace && locateChange({ kind, name }, spot, workspace);
  expect(at && `${at.file}:${at.line}:${at.column}`).toBe(place);
});
