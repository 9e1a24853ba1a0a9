import type { ErrorCode } from '#compiled/answers/error-codes.ts';

/** An answer that Envoy itself gives, and the error code that the built-in data plane gives for the same reason. */
export interface OwnAnswer {
  /** An expression of CEL on the response. */
  readonly when: string;
  /** A code of the table of errors. */
  readonly code: ErrorCode;
}

const reset = 'upstream_reset_before_response_started';

/** What Envoy answers when an upstream does not; the first that applies. */
export const upstreamFailures: readonly OwnAnswer[] = [
  { when: starts(`${reset}{connection_timeout`), code: 'upstream_timeout' },
  { when: starts('upstream_per_try_'), code: 'upstream_timeout' },
  // Envoy answers 408 while it waits for the client's request.
  { when: `${starts('stream_idle_timeout')} && response.code == 504`, code: 'upstream_timeout' },
  { when: starts(`${reset}{overflow`), code: 'upstream_overloaded' },
  { when: starts(`${reset}{protocol_error`), code: 'upstream_invalid' },
  { when: starts('no_healthy_upstream'), code: 'upstream_unavailable' },
  // An endpoint that is refused has no cluster.
  { when: starts('cluster_not_found'), code: 'upstream_unavailable' },
  { when: starts('failed_to_inject_credential'), code: 'upstream_unavailable' },
  { when: starts(reset), code: 'upstream_unreachable' },
];

function starts(details: string): string {
  return `response.code_details.startsWith('${details}')`;
}
