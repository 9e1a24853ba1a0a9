import { placeOf, splitPointer, type Place } from '../../source/place.ts';
import type { SourceLocation } from '../../source/source-location.ts';
import type { Kind } from '../declaration/kinds.ts';
import { oncePer } from '../rule/once-per.ts';
import { apiKey, subscriptionKey } from '../../compiled/api-key.ts';
import type { Declared, Workspace } from '../workspace/workspace.ts';
import type { Spot, Subject } from './change.ts';

/** Where a spot stands in the sources that its route table was compiled from; undefined where nothing declares it. */
export function locateSpot(subject: Subject, spot: Spot, workspace: Workspace): SourceLocation | undefined {
  const place = placeOfSpot(subject, spot, workspace);
  return place && workspace.sources.locate(place, 'key');
}

function placeOfSpot({ kind, name }: Subject, spot: Spot, workspace: Workspace): Place | undefined {
  if (spot.in === 'contract') return apisOf(workspace).get(name)?.definition?.originOf(spot.pointer);
  const place = kind === 'Gateway' ? workspace.gateway.place : placesOf(workspace)[kind].get(name);
  return place && placeOf(place, ...splitPointer(spot.pointer));
}

const apisOf = oncePer(({ apis }: Workspace) => new Map(apis.map((one) => [apiKey(one.value), one])));

type NamedPlaces = Readonly<Record<Exclude<Kind, 'Gateway'>, ReadonlyMap<string, Place>>>;

/** The places of declarations by their names as subjects; there is one gateway, whatever it is called. */
const placesOf = oncePer((workspace: Workspace): NamedPlaces => {
  const { apis, applications, subscriptions, tiers, users, identityProviders } = workspace;
  return {
    Api: indexPlaces(apis, apiKey),
    Application: indexPlaces(applications, nameOf),
    Subscription: indexPlaces(subscriptions, subscriptionKey),
    Tier: indexPlaces(tiers, nameOf),
    User: indexPlaces(users, nameOf),
    IdentityProvider: indexPlaces(identityProviders, nameOf),
  };
});

function indexPlaces<T>(
  all: readonly Declared<T>[],
  keyOf: (value: T) => string,
): ReadonlyMap<string, Place> {
  return new Map(all.map(({ value, place }) => [keyOf(value), place]));
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
