import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import type { Refusal } from '../refusal.ts';
import { readTargetAddress } from './target-address.ts';

/** What of an endpoint Envoy cannot do as it is declared, but for its secrets. */
export function refuseEndpoint(subject: string, endpoint: CompiledEndpoint): readonly Refusal[] {
  return [refusePaths, refuseProtocols, refuseHealthCheck].flatMap((refuse) => refuse(subject, endpoint));
}

function refusePaths(subject: string, { targets }: CompiledEndpoint): readonly Refusal[] {
  if (new Set(targets.map((url) => readTargetAddress(url).basePath)).size === 1) return [];
  return [
    {
      deviation: 'target_paths',
      subject,
      message: 'The targets have different paths, and Envoy rewrites the path before it chooses a target.',
      help: 'Use targets that have the same path.',
    },
  ];
}

function refuseProtocols(subject: string, { targets, http2 }: CompiledEndpoint): readonly Refusal[] {
  const schemes = new Set(targets.map((url) => readTargetAddress(url).isTls));
  if (!http2 || schemes.size === 1) return [];
  return [
    {
      deviation: 'target_schemes',
      subject,
      message: 'The targets have different schemes, and Envoy negotiates HTTP/2 only if all of them use TLS.',
      help: 'Use the scheme https for all targets, or remove http2.',
    },
  ];
}

function refuseHealthCheck(subject: string, { auth, healthCheck }: CompiledEndpoint): readonly Refusal[] {
  if (!healthCheck || !auth?.header) return [];
  return [
    {
      deviation: 'health_check_credentials',
      subject,
      message: `Envoy cannot send the header ${auth.header.name} of auth with health checks.`,
      help: 'Authenticate with a client certificate, or remove healthCheck.',
    },
  ];
}
