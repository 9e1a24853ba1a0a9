import { placeOf, splitPointer, type Place } from '../../source/place.ts';
import type { SourceLocation } from '../../source/source-location.ts';
import { apiKey, type Declared, type Workspace } from '../workspace/workspace.ts';
import type { Spot, Subject } from './change.ts';

/** Where a spot stands in the sources that its route table was compiled from; undefined where nothing declares it. */
export function locateSpot(subject: Subject, spot: Spot, workspace: Workspace): SourceLocation | undefined {
  const place = placeOfSpot(subject, spot, workspace);
  return place && workspace.sources.locate(place, 'key');
}

function placeOfSpot({ kind, name }: Subject, spot: Spot, workspace: Workspace): Place | undefined {
  if (spot.in === 'contract') {
    const definition = workspace.apis.find(({ value }) => apiKey(value) === name)?.definition;
    return definition?.originOf(spot.pointer);
  }
  const place = findDeclared(kind, name, workspace)?.place;
  return place && placeOf(place, ...splitPointer(spot.pointer));
}

function findDeclared(
  kind: Subject['kind'],
  name: string,
  workspace: Workspace,
): Declared<unknown> | undefined {
  const byName = <T extends { readonly name: string }>(all: readonly Declared<T>[]) =>
    all.find(({ value }) => value.name === name);
  switch (kind) {
    case 'Gateway':
      return workspace.gateway;
    case 'Api':
      return workspace.apis.find(({ value }) => apiKey(value) === name);
    case 'Subscription':
      return workspace.subscriptions.find(({ value }) => `${value.application} ${value.api}` === name);
    case 'Application':
      return byName(workspace.applications);
    case 'Tier':
      return byName(workspace.tiers);
    case 'User':
      return byName(workspace.users);
    case 'IdentityProvider':
      return byName(workspace.identityProviders);
  }
}
