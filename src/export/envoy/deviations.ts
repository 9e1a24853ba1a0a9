/** A difference between an exported Envoy configuration and the built-in data plane. */
export interface Deviation {
  /** `refused`: a table that declares it is not exported. `different`: Envoy behaves differently. */
  readonly effect: 'refused' | 'different';
  /** What differs, a sentence or two. */
  readonly description: string;
}

/** Every named deviation by its code, in the order of the documentation. */
export const deviations = {
  request_validation: refused(
    'Envoy does not validate requests. With `--authz` the endpoint for authorization of a gateway does.',
  ),
  response_validation: refused('Envoy does not compare responses with the OpenAPI document of the API.'),
  caller_assertion: refused(
    'Envoy does not sign assertions about the caller. With `--authz` the endpoint for authorization does.',
  ),
  concurrent_calls: refused(
    'Envoy cannot limit how many calls of a subscription are in progress at a time (`maxConcurrentCalls` of a tier); `maxConnections` of an endpoint limits those of all applications together.',
  ),
  shared_counters: refused(
    'Each Envoy counts by itself: n Envoys together allow n times a limit, also with `limits.counters: redis`.',
  ),
  basic_credentials: refused(
    'Envoy does not make a header out of a username and a password; declare `auth.header` with its value.',
  ),
  secret_variables: refused('Envoy reads secrets from files and not from environment variables.'),
  listener_certificate: refused(
    'Envoy generates no certificate: declare `listener.tls` with files, or end TLS in front of it with `--plain-http`.',
  ),
  target_paths: refused('All targets of an endpoint have the same path.'),
  target_schemes: refused('All targets of an endpoint with `http2` have the same scheme.'),
  health_check_credentials: refused('Health checks carry no credentials in a header.'),
  tracing_endpoint: refused('The receiver of traces is declared, and not read from an environment variable.'),
  token_revocation: different(
    'A revoked token stays valid until it expires, and so does a token of a user whose password has changed. ' +
      'A consumer key, an application, a subscription or a user that is removed ends at once, and so does a signing key that a control plane or `--jwks` supplies. ' +
      'One that Envoy fetches by itself does if the key manager has removed it before Envoy asks for its keys; ' +
      'a key that is replaced under the same name, or removed later, ends for tokens that an Envoy has not verified before.',
  ),
  limit_fields: different(
    'Responses have `x-ratelimit-limit`, `x-ratelimit-remaining` and `x-ratelimit-reset` in place of `RateLimit` and `RateLimit-Policy`.',
  ),
  limit_order: different(
    'A body that is too long is refused (413) before the limits are checked (429), and is not counted.',
  ),
  limit_counters: different(
    'A table that adds, changes or removes a limit starts the counters of all limits of an Envoy again, and so does one whose number of subscriptions passes a power of two above 50,000.',
  ),
  request_id_format: different(
    'Envoy generates the request id, a UUID, and sends it with every answer. One that a trusted proxy states is kept, whatever its characters and length.',
  ),
  own_answers_in_json: different(
    'Answers of Envoy itself (408, 413 of a body without a length, 429, 431, 502, 503, 504) are JSON whatever the Accept header asks for.',
  ),
  malformed_requests: different(
    'A request that is not valid HTTP is refused with another status, with another request id or without a body, as is one with an unknown method, and one for an absolute address with `https` on a connection without TLS.',
  ),
  lenient_requests: different(
    'A request with several, empty or odd Host headers, over HTTP/2 with another Host than its authority, with a length of more than 15 digits, with a header in a folded line, with a line that ends without a carriage return, with a bare one in a value, of HTTP/1.0 with chunks, or of HTTP/0.9 or a version such as 1.9 is forwarded; the upstream receives valid HTTP.',
  ),
  request_lengths: different(
    'The Content-Length of a request is passed on as it was sent: with zeros at its beginning, and also 0 of a request that needs none, such as a GET.',
  ),
  forwarded_addresses: different(
    'If an address in the X-Forwarded-For of a trusted proxy has a port or is not an address, the call counts for the address of that proxy.',
  ),
  upgrades: different(
    'A request for another protocol than WebSocket, or for a WebSocket with another method than GET, is refused (400); one for `h2c` is read as if it were none. The response of an upstream that ignores a request for a WebSocket has no body.',
  ),
  joined_values: different(
    'Of a header of which a request has several, all values are forwarded, also if the header can have only one. Envoy joins the values of most headers, and what it adds to Via, X-Forwarded-For and Vary, by a comma without a space and omits empty ones; a second Authorization header is thus part of an invalid token, unless its value begins with a scheme.',
  ),
  connection_options: different(
    'A header of a request that its Connection header names is removed also if it is for every recipient, such as Accept; the built-in data plane refuses the request.',
  ),
  envoy_headers: different(
    'Headers of a request that begin with `x-envoy-` are removed, and so is a Referer that is not an address.',
  ),
  te_forwarded: different('The TE header of a request is passed on if it is empty or `trailers`.'),
  request_trailers: different('Trailers of a request are removed.'),
  response_trailers: different(
    'Trailers of a response are passed on from an upstream over HTTP/2 to a client over HTTP/2 only, without those that ' +
      'the gateway could set, such as `deprecation` or `ratelimit`, whether it sets them or not.',
  ),
  named_response_headers: different('Headers of a response that its Connection header names are passed on.'),
  unknown_statuses: different('A response with a status that does not exist, such as 999, is passed on.'),
  underscore_headers: different('A header with an underscore in its name is removed from the request.'),
  head_forwarded: different(
    'A HEAD request is forwarded as HEAD also if the API declares only GET; the built-in data plane sends GET.',
  ),
  unsized_bodies_buffered: different(
    'A request body without a Content-Length is read whole before it is forwarded, so that it cannot be a stream.',
  ),
  response_addresses: different(
    'Location and Content-Location of a response are unchanged, also if they name the address of the upstream.',
  ),
  response_cookies: different(
    'Cookies of an upstream are passed on also if they have the name of a cookie of the authorization server.',
  ),
  slow_requests: different(
    'A listener with HTTP/2 ends a request only if its body pauses for five minutes; the built-in data plane ends it if it takes five minutes in all, except a gRPC stream.',
  ),
  via_protocol: different('The Via header of a request over HTTP/2 or HTTP/1.0 says 1.1.'),
  circuit_breaker: different(
    'The circuit of a target opens by the outlier detection of Envoy: after so many failures in a row, or by their share at the end of a window.',
  ),
  broken_connections: different(
    'A call whose connection breaks before a response is not sent again, also if its method is idempotent. One that could not be sent at all is, as often as `retries` says.',
  ),
  waiting_calls: different(
    'A call that opens a connection counts as one that waits for it, and a call may wait longer than `timeouts.connectMs` for one.',
  ),
  idle_responses: different(
    'A pause in a response may last as long as its first byte may take, if that is longer than `timeouts.idleMs`.',
  ),
  stalled_clients: different(
    'A client that reads nothing of a response that its upstream is still sending is given up after all timeouts of its endpoint together, and not after `stalledClientSeconds`; those bound the rest of a response that is complete.',
  ),
  idle_websockets: different(
    'A WebSocket without data is closed after all timeouts of its endpoint together.',
  ),
  target_turns: different(
    'Addresses of targets take turns, and not targets: one whose name has several addresses gets more calls.',
  ),
  unhealthy_targets: different(
    'A call gets 503 if health checks find all targets unhealthy, unless the endpoint has no circuit breaker. The built-in data plane calls one of them.',
  ),
  new_endpoints: different(
    'A call of a new or changed endpoint gets 503 until its name is resolved and its first health check has ended.',
  ),
  health_check_protocol: different('Health checks use HTTP/1.1, also with `http2`.'),
  open_circuits: different(
    'The answer of an open circuit has no Retry-After, and once the circuit closes all calls are let through.',
  ),
  upstream_authorities: different('With `ca` only its authorities are trusted, and not the usual ones too.'),
  upstream_certificates: different(
    'The certificate of an upstream names its host as a subject alternative name; its common name is not read.',
  ),
  access_log_values: different(
    'Lines of the access log have their keys in alphabetical order, durations in whole milliseconds, and the reason of a failure in the words of Envoy.',
  ),
  trace_parents: different(
    'A caller that sends a `traceparent` header can leave its call out of the sample, also one that is not a trusted proxy; none can add it.',
  ),
  metric_names: different(
    'Metrics have the names of Envoy, and are at `/stats/prometheus` of its admin interface.',
  ),
  open_calls: different(
    'A call that is in progress when its right ends goes on until it ends by itself or by streams.maxAgeSeconds.',
  ),
} as const satisfies Readonly<Record<string, Deviation>>;

export type DeviationCode = keyof typeof deviations;

function refused(description: string): Deviation {
  return { effect: 'refused', description };
}

function different(description: string): Deviation {
  return { effect: 'different', description };
}
