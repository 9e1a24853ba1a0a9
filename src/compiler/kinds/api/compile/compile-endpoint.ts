import {
  circuitBreakerDefaults,
  endpointDefaults,
  healthCheckDefaults,
  type CircuitBreaker,
  type CompiledEndpoint,
  type EndpointSettings,
  type HealthCheckSettings,
} from '#compiled/compiled-api.ts';
import { fillIn } from '#compiled/json.ts';
import type { CircuitBreakerDeclaration } from '#compiler/declaration/parts/rate-limit.ts';
import { endpointTargets, type EffectiveEndpoint } from '#compiler/workspace/urls/effective-endpoints.ts';
import { normaliseUrl } from '#compiler/workspace/urls/url.ts';

/** An endpoint with its defaults. */
export function compileEndpoint(effective: EffectiveEndpoint): CompiledEndpoint {
  const { circuitBreaker, healthCheck, ...settings } = effective.endpoint;
  const circuit = compileCircuitBreaker(circuitBreaker);
  return {
    ...fillIn<EndpointSettings>(settings, endpointDefaults),
    targets: endpointTargets(effective).map(({ url }) => normaliseUrl(url) ?? url),
    ...(circuit && { circuitBreaker: circuit }),
    ...(healthCheck && {
      healthCheck: {
        ...fillIn<Omit<HealthCheckSettings, 'path'>>(healthCheck, healthCheckDefaults),
        path: healthCheck.path,
      },
    }),
  };
}

/** The circuit breaker of an endpoint; undefined if it is switched off. */
function compileCircuitBreaker(declared?: CircuitBreakerDeclaration): CircuitBreaker | undefined {
  const circuit = fillIn<CircuitBreaker>(declared, circuitBreakerDefaults);
  return circuit.failures === 0 ? undefined : circuit;
}
