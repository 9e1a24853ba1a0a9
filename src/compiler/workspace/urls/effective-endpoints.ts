import type { KeySetName } from '#compiled/manifest.ts';
import { placeOf, type Place } from '#source/place.ts';
import type {
  ApiDeclaration,
  EndpointDeclaration,
  EndpointsDeclaration,
} from '#compiler/kinds/api/declaration.ts';
import type { Declared } from '../declared.ts';

/** An endpoint that an API has in one deployment, and the location of its declaration. */
export interface EffectiveEndpoint {
  readonly keySet: KeySetName;
  readonly endpoint: EndpointDeclaration;
  readonly place: Place;
}

/** A URL of an endpoint, and its location. */
export interface EndpointTarget {
  readonly url: string;
  readonly place: Place;
}

/**
 * The endpoints of an API in a deployment: the API's own, each replaced by the one that the deployment declares, if
 * any.
 */
export function effectiveEndpoints(
  api: Declared<ApiDeclaration>,
  deployment: string,
): Partial<Readonly<Record<KeySetName, EffectiveEndpoint>>> {
  const overridden = overridesOf(api).filter(([name]) => name === deployment);
  const listed = [...ownEndpoints(api), ...overridden.flatMap(([, endpoints]) => endpoints)];
  const effective = new Map(listed.map((endpoint) => [endpoint.keySet, endpoint]));
  // A deployment can remove an endpoint by declaring one without targets.
  return Object.fromEntries([...effective].filter(([, { endpoint }]) => endpoint.targets?.length !== 0));
}

/** Every endpoint that an API declares, including those for single deployments, each once. */
export function declaredEndpoints(api: Declared<ApiDeclaration>): readonly EffectiveEndpoint[] {
  return [...ownEndpoints(api), ...overridesOf(api).flatMap(([, endpoints]) => endpoints)];
}

function ownEndpoints({ value, place }: Declared<ApiDeclaration>): readonly EffectiveEndpoint[] {
  return listEndpoints(value.endpoints ?? {}, placeOf(place, 'endpoints'));
}

function overridesOf({
  value,
  place,
}: Declared<ApiDeclaration>): readonly (readonly [string, readonly EffectiveEndpoint[]])[] {
  return Object.entries(value.deployments ?? {}).map(([name, { endpoints }]) => [
    name,
    listEndpoints(endpoints, placeOf(place, 'deployments', name, 'endpoints')),
  ]);
}

function listEndpoints(endpoints: EndpointsDeclaration, place: Place): readonly EffectiveEndpoint[] {
  return (['production', 'sandbox'] as const).flatMap((keySet) => {
    const endpoint = endpoints[keySet];
    return endpoint ? [{ keySet, endpoint, place: placeOf(place, keySet) }] : [];
  });
}

/** The URLs of an endpoint, as written. */
export function endpointTargets({ endpoint, place }: EffectiveEndpoint): readonly EndpointTarget[] {
  if (endpoint.url !== undefined) return [{ url: endpoint.url, place: placeOf(place, 'url') }];
  return (endpoint.targets ?? []).map((url, index) => ({ url, place: placeOf(place, 'targets', index) }));
}
