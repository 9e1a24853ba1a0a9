/** The response to a caller: a status, a text for people, and a text for developers. */
export interface ErrorCodeEntry {
  /** That of a missing or invalid token may be another one, see `statusOfError`. */
  readonly status: number;
  readonly message: string;
  readonly developerMessage: string;
}

/** Every error that the gateway itself returns, by its stable code. */
export const errorCodes = {
  request_malformed: {
    status: 400,
    message: 'The request could not be understood.',
    developerMessage:
      'The request is not valid HTTP/1.1: check its request line, its one Host header and its framing.',
  },
  original_request_missing: {
    status: 400,
    message: 'The proxy did not describe the request that it asks about.',
    developerMessage:
      'Send the method and the target of the original request exactly once, as the protocol in the address requires; see the guide to external authorization.',
  },
  tls_missing: {
    status: 400,
    message: 'The request was sent over plain HTTP to a port that speaks HTTPS.',
    developerMessage: 'Use an address that begins with https:// in place of http://.',
  },
  path_malformed: {
    status: 400,
    message: 'The address of the request is malformed.',
    developerMessage:
      'The path contains a dot segment, an empty segment, a backslash, a control character, an invalid percent-escape or a fragment; or it contains a semicolon, an encoded slash or an encoded backslash, which this API does not accept.',
  },
  version_missing: {
    status: 400,
    message: 'The request does not name a version of the API.',
    developerMessage: 'Send the version in the API-Version header.',
  },
  version_conflict: {
    status: 400,
    message: 'The request names two different versions of the API.',
    developerMessage:
      'The version in the path differs from the version in the API-Version header; send only one of them.',
  },
  parameters_insufficient: {
    status: 400,
    message: 'Required parameters are missing.',
    developerMessage: 'The list of errors names the missing parameters.',
  },
  parameters_malformed: {
    status: 400,
    message: 'Parameters of the request are malformed.',
    developerMessage: 'The list of errors names the parameters that do not match their declared type.',
  },
  body_malformed: {
    status: 400,
    message: 'The body of the request is malformed.',
    developerMessage: 'The list of errors says why the body could not be parsed as its media type.',
  },
  method_overridden: {
    status: 400,
    message: 'The request contains two methods.',
    developerMessage:
      'Send the method only in the request line; the operation does not declare a method override header.',
  },
  path_overridden: {
    status: 400,
    message: 'The request contains two paths.',
    developerMessage:
      'Send the path only in the request line; the operation does not declare a path override header.',
  },
  token_ambiguous: {
    status: 400,
    message: 'The request carries an access token in the query, or more than one.',
    developerMessage:
      'Send the token once, in one Authorization header and not in the query (RFC 6750 section 2).',
  },
  peer_untrusted: {
    status: 403,
    message: 'This address is for declared proxies only.',
    developerMessage:
      'The address or the client certificate of the proxy is not one that externalAuthorization of the gateway declares.',
  },
  body_not_sent: {
    status: 403,
    message: 'The body of the request could not be checked.',
    developerMessage:
      'The proxy asks about the request without its body, which this API validates; have it send the body, or declare missingBodies.',
  },
  token_missing: {
    status: 403,
    message: 'This API requires an access token.',
    developerMessage: 'Send the header Authorization: Bearer ACCESS_TOKEN.',
  },
  token_invalid: {
    status: 403,
    message: 'The access token is not valid.',
    developerMessage:
      'The token is malformed, expired or revoked, was not issued by this gateway, or its consumer key is no longer declared.',
  },
  not_subscribed: {
    status: 403,
    message: 'The application is not subscribed to this API.',
    developerMessage: 'Declare a subscription of the application to this version of the API.',
  },
  subscription_blocked: {
    status: 403,
    message: 'The subscription of the application to this API is blocked.',
    developerMessage: 'Ask the owner of the API to set the state of the subscription to active.',
  },
  scope_insufficient: {
    status: 403,
    message: 'The access token does not allow this operation.',
    developerMessage:
      'The token or the subscription lacks a scope that the operation requires; the WWW-Authenticate header names the required scopes.',
  },
  production_unavailable: {
    status: 403,
    message: 'This API has no production endpoint.',
    developerMessage: 'The token was issued to production keys; use the sandbox keys of the application.',
  },
  sandbox_unavailable: {
    status: 403,
    message: 'This API has no sandbox endpoint.',
    developerMessage: 'The token was issued to sandbox keys; use the production keys of the application.',
  },
  api_unknown: {
    status: 404,
    message: 'The API does not exist.',
    developerMessage:
      'No API with this context and version is served; the path has the form /{context}/{version}/{resource}.',
  },
  resource_unknown: {
    status: 404,
    message: 'The resource does not exist.',
    developerMessage: 'No path in the OpenAPI document of the API matches; paths are case-sensitive.',
  },
  method_not_allowed: {
    status: 405,
    message: 'The resource does not support this method.',
    developerMessage: 'The Allow header lists the methods that the resource supports.',
  },
  request_timeout: {
    status: 408,
    message: 'The request took too long to arrive.',
    developerMessage: 'Send the whole request without long pauses.',
  },
  api_retired: {
    status: 410,
    message: 'This version of the API is retired.',
    developerMessage: 'Migrate to a later version of the API.',
  },
  body_too_large: {
    status: 413,
    message: 'The body of the request is too large.',
    developerMessage: 'The owner of the API sets the maximum size with maxBodyBytes.',
  },
  media_type_unsupported: {
    status: 415,
    message: 'The media type of the request is not supported.',
    developerMessage:
      'The Content-Type header is not a media type (RFC 9110 section 8.3.1), or the operation does not declare it.',
  },
  content_encoding_unsupported: {
    status: 415,
    message: 'The content encoding of the request is not supported.',
    developerMessage: 'The gateway validates the body: send it without Content-Encoding.',
  },
  validation_failed: {
    status: 422,
    message: 'The request is not valid.',
    developerMessage: 'The list of errors says where the request violates the OpenAPI document of the API.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests.',
    developerMessage:
      'The request exceeds the limit in the RateLimit header; retry after the number of seconds in the Retry-After header.',
  },
  concurrency_limited: {
    status: 429,
    message: 'Too many requests are in progress.',
    developerMessage:
      'The subscription allows no more calls at a time: wait until one of them has ended, and then retry.',
  },
  headers_too_large: {
    status: 431,
    message: 'The headers of the request are too large.',
    developerMessage:
      'The request line and all headers together exceed 16 KiB, or there are more than 200 headers; a gateway may declare other limits.',
  },
  internal_error: {
    status: 500,
    message: 'The gateway failed to process the request.',
    developerMessage: 'An unexpected error occurred in the gateway, which has logged it.',
  },
  method_unknown: {
    status: 501,
    message: 'The gateway does not know this method.',
    developerMessage:
      'The method is not registered (RFC 9110 section 16.1), and the API does not declare it.',
  },
  upstream_unreachable: {
    status: 502,
    message: 'The service behind this API could not be reached.',
    developerMessage: 'The connection to the upstream was refused, aborted or not trusted.',
  },
  upstream_invalid: {
    status: 502,
    message: 'The service behind this API returned an invalid response.',
    developerMessage: 'The response of the upstream is not valid HTTP, or its headers exceed 16 KiB.',
  },
  api_blocked: {
    status: 503,
    message: 'This API is temporarily blocked.',
    developerMessage: 'The owner of the API has set its lifecycle state to blocked.',
  },
  gateway_starting: {
    status: 503,
    message: 'The gateway is starting.',
    developerMessage: 'Retry in a moment.',
  },
  upstream_unavailable: {
    status: 503,
    message: 'The service behind this API is not available.',
    developerMessage:
      'The host name of the upstream could not be resolved, or its circuit is open after repeated failures.',
  },
  upstream_overloaded: {
    status: 503,
    message: 'The service behind this API is overloaded.',
    developerMessage:
      'All connections to the upstream are in use, and the queue of waiting requests is full.',
  },
  limits_unavailable: {
    status: 503,
    message: 'The request cannot be processed right now.',
    developerMessage:
      'The gateway cannot reach its rate counters, and this limit refuses requests that cannot be counted.',
  },
  upstream_timeout: {
    status: 504,
    message: 'The service behind this API took too long to respond.',
    developerMessage: 'The upstream did not accept the connection or did not respond in time.',
  },
  call_too_long: {
    status: 504,
    message: 'The request lasted too long.',
    developerMessage:
      'The API or the gateway sets the maximum duration with streams.maxAgeSeconds; start a new request.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeEntry>>;

export type ErrorCode = keyof typeof errorCodes;
