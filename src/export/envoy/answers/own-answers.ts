import { upstreamFailures, type OwnAnswer } from './upstream-failures.ts';

/** The responses of Envoy itself, not of the program; the first entry that applies counts. */
export const ownAnswers: readonly OwnAnswer[] = [
  { when: "response.code_details == 'local_rate_limited'", code: 'rate_limited' },
  { when: "response.code_details == 'request_payload_too_large'", code: 'body_too_large' },
  { when: 'response.code == 413', code: 'body_too_large' },
  { when: 'response.code == 431', code: 'headers_too_large' },
  { when: "response.code_details == 'route_not_found'", code: 'api_unknown' },
  { when: "response.code_details == 'max_duration_exceeded'", code: 'call_too_long' },
  { when: "response.code_details.startsWith('max_duration')", code: 'call_too_long' },
  ...upstreamFailures,
  { when: 'response.code == 408', code: 'request_timeout' },
  { when: 'response.code == 400', code: 'request_malformed' },
  // Envoy responds with 403 to requests that it does not accept, such as an absolute URL with https on a connection
  // without TLS.
  { when: 'response.code == 403', code: 'request_malformed' },
  // Envoy responds with 501 to an unknown transfer coding.
  { when: 'response.code == 501', code: 'request_malformed' },
  { when: "response.code_details.startsWith('overload')", code: 'gateway_starting' },
  { when: 'response.code >= 500', code: 'internal_error' },
];

/** A CEL expression that selects responses by the program or the endpoint for authorization. */
export const isMade =
  "(response.code_details == 'lua_response' || response.code_details.startsWith('ext_authz_denied'))";
