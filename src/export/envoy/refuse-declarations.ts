import { apiKey } from '#compiled/api-key.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { forwardsCalls } from '#compiled/manifest.ts';
import type { DeviationCode } from './deviations.ts';
import type { EnvoyOptions } from './envoy-options.ts';
import type { Refusal } from './refusal.ts';

/** What of a table Envoy cannot do, but for its endpoints, secrets and traces. */
export function refuseDeclarations(table: Compiled, { authz }: EnvoyOptions): readonly Refusal[] {
  const { manifest, apis } = table;
  const refusals = manifest.apis.filter(forwardsCalls).flatMap((api) => {
    const part = apis.get(api.part);
    return part ? refuseApi(`Api ${apiKey(api)}`, part, authz !== undefined) : [];
  });
  return [...refuseCounters(table), ...refuseConcurrency(table), ...refusals];
}

function refuseCounters({ manifest: { gateway } }: Compiled): readonly Refusal[] {
  if (gateway.limits.counters === 'local') return [];
  return [
    refuse(
      'shared_counters',
      'Gateway limits.counters',
      'Each Envoy counts calls by itself, and not in Redis.',
      'Accept that n Envoys together allow n times a limit, or run gatewright run.',
    ),
  ];
}

function refuseConcurrency({ manifest: { tiers } }: Compiled): readonly Refusal[] {
  return tiers
    .filter(({ maxConcurrentCalls }) => maxConcurrentCalls !== undefined)
    .map(({ name }) =>
      refuse(
        'concurrent_calls',
        `Tier ${name} maxConcurrentCalls`,
        'Envoy cannot limit the concurrent calls of a subscription.',
        'Accept that they are unlimited, remove maxConcurrentCalls, or run gatewright run.',
      ),
    );
}

function refuseApi(subject: string, part: CompiledApi, hasAuthz: boolean): readonly Refusal[] {
  const { validation, callerAssertion } = part;
  return [
    ...(validation.requests !== 'off' && !hasAuthz ? [refuseValidation(subject)] : []),
    ...(validation.responses === 'report'
      ? [
          refuse(
            'response_validation',
            `${subject} validation.responses`,
            'Envoy does not compare responses with the OpenAPI document.',
            'Set validation.responses to off.',
          ),
        ]
      : []),
    ...(callerAssertion && !hasAuthz ? [refuseAssertion(subject)] : []),
  ];
}

function refuseValidation(subject: string): Refusal {
  return refuse(
    'request_validation',
    `${subject} validation.requests`,
    'Envoy cannot validate requests by itself.',
    'Name the endpoint for authorization of a gateway, or set validation.requests to off.',
  );
}

function refuseAssertion(subject: string): Refusal {
  return refuse(
    'caller_assertion',
    `${subject} callerAssertion`,
    'Envoy cannot sign an assertion about the caller by itself.',
    'Name the endpoint for authorization of a gateway, or remove callerAssertion.',
  );
}

function refuse(deviation: DeviationCode, subject: string, message: string, help: string): Refusal {
  return { deviation, subject, message, help };
}
