import { placeOf, type Place } from '#source/place.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { Declared } from '../declared.ts';

/** A base address of a deployment, and the location of its declaration. */
export interface DeploymentUrl {
  readonly deployment: string;
  readonly url: string;
  readonly place: Place;
}

/** The base addresses that the deployments declare. */
export function deploymentUrls({ value, place }: Declared<GatewayDeclaration>): readonly DeploymentUrl[] {
  return Object.entries(value.deployments).flatMap(([deployment, settings]) =>
    (['gatewayUrl', 'authUrl', 'keyManagerUrl', 'storeUrl'] as const).flatMap((field) => {
      const url = settings[field];
      if (url === undefined) return [];
      return [{ deployment, url, place: placeOf(place, 'deployments', deployment, field) }];
    }),
  );
}
