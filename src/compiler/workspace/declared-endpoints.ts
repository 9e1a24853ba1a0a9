import { placeOf, type Place } from '../../source/place.ts';
import type { ApiDeclaration, EndpointsDeclaration } from '../declaration/api.ts';
import type { EffectiveEndpoint } from './effective-endpoints.ts';
import type { Declared } from './workspace.ts';

/** Every endpoint that an API declares, those for single deployments included, each once. */
export function declaredEndpoints({ value, place }: Declared<ApiDeclaration>): readonly EffectiveEndpoint[] {
  const own = listEndpoints(value.endpoints ?? {}, placeOf(place, 'endpoints'));
  const overrides = Object.entries(value.deployments ?? {}).flatMap(([deployment, { endpoints }]) =>
    listEndpoints(endpoints, placeOf(place, 'deployments', deployment, 'endpoints')),
  );
  return [...own, ...overrides];
}

function listEndpoints(endpoints: EndpointsDeclaration, place: Place): readonly EffectiveEndpoint[] {
  return (['production', 'sandbox'] as const).flatMap((keySet) => {
    const endpoint = endpoints[keySet];
    return endpoint ? [{ keySet, endpoint, place: placeOf(place, keySet) }] : [];
  });
}
