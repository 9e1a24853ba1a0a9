import type {
  CircuitBreaker,
  CompiledEndpoint,
  HealthCheckSettings,
} from '../../../../compiled/compiled-api.ts';
import type {
  CircuitBreakerDeclaration,
  HealthCheckDeclaration,
} from '../../../declaration/parts/endpoint-resilience.ts';
import { endpointTargets, type EffectiveEndpoint } from '../../../workspace/urls/effective-endpoints.ts';
import { normaliseUrl } from '../../../workspace/urls/url.ts';

/** An endpoint with everything filled in that it leaves out. */
export function compileEndpoint(effective: EffectiveEndpoint): CompiledEndpoint {
  const { auth, ca, timeouts, retries, maxConnections, http2, circuitBreaker, healthCheck } =
    effective.endpoint;
  const circuit = compileCircuitBreaker(circuitBreaker);
  return {
    targets: endpointTargets(effective).map(({ url }) => normaliseUrl(url) ?? url),
    ...(auth && { auth }),
    ...(ca && { ca }),
    timeouts: {
      connectMs: timeouts?.connectMs ?? 10_000,
      firstByteMs: timeouts?.firstByteMs ?? 60_000,
      idleMs: timeouts?.idleMs ?? 60_000,
    },
    retries: retries ?? 1,
    maxConnections: maxConnections ?? 1024,
    http2: http2 ?? false,
    ...(circuit && { circuitBreaker: circuit }),
    ...(healthCheck && { healthCheck: compileHealthCheck(healthCheck) }),
  };
}

/** Undefined where it is switched off. */
function compileCircuitBreaker(declared: CircuitBreakerDeclaration = {}): CircuitBreaker | undefined {
  const { failures = 20, ratio = 0.5, windowMs = 10_000, openMs = 10_000 } = declared;
  return failures === 0 ? undefined : { failures, ratio, windowMs, openMs };
}

function compileHealthCheck(declared: HealthCheckDeclaration): HealthCheckSettings {
  return {
    path: declared.path,
    intervalMs: declared.intervalMs ?? 10_000,
    timeoutMs: declared.timeoutMs ?? 2000,
    healthyAfter: declared.healthyAfter ?? 2,
    unhealthyAfter: declared.unhealthyAfter ?? 3,
  };
}
