import type { ApiDeclaration, EndpointDeclaration } from '../declaration/api.ts';
import { placeOf, type Place } from '../../source/place.ts';
import type { KeySetName } from '../../compiled/manifest.ts';
import type { Declared } from './workspace.ts';

/** An endpoint that an API has in one deployment, and where it is declared. */
export interface EffectiveEndpoint {
  readonly keySet: KeySetName;
  readonly endpoint: EndpointDeclaration;
  readonly place: Place;
}

/** A URL that an endpoint names, and where. */
export interface EndpointTarget {
  readonly url: string;
  readonly place: Place;
}

/** The endpoints of an API in a deployment: its own, each replaced where the deployment declares another. */
export function effectiveEndpoints(
  api: Declared<ApiDeclaration>,
  deployment: string,
): Partial<Readonly<Record<KeySetName, EffectiveEndpoint>>> {
  const own = endpointsAt(api.value.endpoints, placeOf(api.place, 'endpoints'));
  const deployments = api.value.deployments ?? {};
  if (!Object.hasOwn(deployments, deployment)) return own;
  const place = placeOf(api.place, 'deployments', deployment, 'endpoints');
  return { ...own, ...endpointsAt(deployments[deployment]?.endpoints, place) };
}

function endpointsAt(
  endpoints: ApiDeclaration['endpoints'],
  place: Place,
): Partial<Record<KeySetName, EffectiveEndpoint>> {
  const found: Partial<Record<KeySetName, EffectiveEndpoint>> = {};
  for (const keySet of ['production', 'sandbox'] as const) {
    const endpoint = endpoints?.[keySet];
    if (endpoint) found[keySet] = { keySet, endpoint, place: placeOf(place, keySet) };
  }
  return found;
}

/** The URLs of an endpoint, as written. */
export function endpointTargets({ endpoint, place }: EffectiveEndpoint): readonly EndpointTarget[] {
  if (endpoint.url !== undefined) return [{ url: endpoint.url, place: placeOf(place, 'url') }];
  return (endpoint.targets ?? []).map((url, index) => ({ url, place: placeOf(place, 'targets', index) }));
}
