import { upstreamFailures, type OwnAnswer } from './upstream-failures.ts';

/** What Envoy itself answers, and not the program: the first that applies. */
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
  // Envoy answers 403 to what it does not read, such as an absolute address with https on a connection without TLS.
  { when: 'response.code == 403', code: 'request_malformed' },
  // Envoy answers 501 to a transfer coding that it does not know.
  { when: 'response.code == 501', code: 'request_malformed' },
  { when: "response.code_details.startsWith('overload')", code: 'gateway_starting' },
  { when: 'response.code >= 500', code: 'internal_error' },
];

/** Of answers that the program or the endpoint for authorization has made already. */
export const isMade =
  "(response.code_details == 'lua_response' || response.code_details.startsWith('ext_authz_denied'))";
