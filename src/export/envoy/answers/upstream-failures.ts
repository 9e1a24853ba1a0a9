import type { ErrorCode } from '#compiled/answers/error-codes.ts';

/** A response of Envoy itself, and the error code of the built-in data plane for the same reason. */
export interface OwnAnswer {
  /** A CEL expression that selects the response. */
  readonly when: string;
  readonly code: ErrorCode;
}

const reset = 'upstream_reset_before_response_started';

/** The responses of Envoy when an upstream does not respond; the first entry that applies counts. */
export const upstreamFailures: readonly OwnAnswer[] = [
  { when: starts(`${reset}{connection_timeout`), code: 'upstream_timeout' },
  { when: starts('upstream_per_try_'), code: 'upstream_timeout' },
  // The status is 408 if Envoy still waits for the client's request.
  { when: `${starts('stream_idle_timeout')} && response.code == 504`, code: 'upstream_timeout' },
  { when: starts(`${reset}{overflow`), code: 'upstream_overloaded' },
  { when: starts(`${reset}{protocol_error`), code: 'upstream_invalid' },
  { when: starts('no_healthy_upstream'), code: 'upstream_unavailable' },
  // An endpoint with a refusal has no cluster.
  { when: starts('cluster_not_found'), code: 'upstream_unavailable' },
  { when: starts('failed_to_inject_credential'), code: 'upstream_unavailable' },
  { when: starts(reset), code: 'upstream_unreachable' },
];

function starts(details: string): string {
  return `response.code_details.startsWith('${details}')`;
}
