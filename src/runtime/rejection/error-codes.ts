/** What a caller is told: a status, a text for people, and one for developers. */
export interface ErrorCodeEntry {
  readonly status: number;
  readonly message: string;
  readonly developerMessage: string;
}

/** Every error that the gateway itself answers with, by its stable code. */
export const errorCodes = {
  request_malformed: {
    status: 400,
    message: 'The request could not be understood.',
    developerMessage:
      'The request is not valid HTTP/1.1: check its request line, its one Host header and its framing.',
  },
  path_malformed: {
    status: 400,
    message: 'The address of the request is malformed.',
    developerMessage:
      'The path holds a dot segment, an empty segment, a backslash, a control character or a broken percent-escape, or a fragment follows; or it holds a semicolon, an encoded slash or an encoded backslash, which this API does not accept.',
  },
  version_missing: {
    status: 400,
    message: 'The request does not say which version of the API it is for.',
    developerMessage: 'Name the version in the API-Version header.',
  },
  version_conflict: {
    status: 400,
    message: 'The request names two different versions of the API.',
    developerMessage:
      'The version in the path and the one in the API-Version header differ; send one of them.',
  },
  parameters_insufficient: {
    status: 400,
    message: 'The parameters are insufficient: some that the operation requires are missing.',
    developerMessage: 'The list of errors names what is missing.',
  },
  parameters_malformed: {
    status: 400,
    message: 'The parameters of the request are malformed.',
    developerMessage:
      'The list of errors names the parameters that could not be read as what they are declared.',
  },
  body_malformed: {
    status: 400,
    message: 'The body of the request is malformed.',
    developerMessage: 'The list of errors says why the body could not be read as what its media type names.',
  },
  method_overridden: {
    status: 400,
    message: 'The request asks for two methods.',
    developerMessage:
      'Send the method in the request line alone; the operation does not declare a header that replaces it.',
  },
  token_ambiguous: {
    status: 400,
    message: 'The request carries more than one access token.',
    developerMessage:
      'Send the token once, in one Authorization header, and not in the query (RFC 6750 section 2).',
  },
  token_missing: {
    status: 403,
    message: 'This API needs an access token.',
    developerMessage: 'Send the header Authorization: Bearer ACCESS_TOKEN.',
  },
  token_invalid: {
    status: 403,
    message: 'The access token is not valid.',
    developerMessage:
      'The token is malformed, expired, not issued by this gateway, or its keys are no longer declared.',
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
      'The token or the subscription lacks a scope of the operation; the WWW-Authenticate header names those that would do.',
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
    message: 'There is no such API.',
    developerMessage:
      'No served API has this context and version; a path is /{context}/{version}/{resource}.',
  },
  resource_unknown: {
    status: 404,
    message: 'The API has no such resource.',
    developerMessage: 'No path of the OpenAPI document of the API matches; paths are case-sensitive.',
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
    developerMessage: 'Move to a later version of the API.',
  },
  body_too_large: {
    status: 413,
    message: 'The body of the request is too large.',
    developerMessage: 'The owner of the API sets how large a body may be with maxBodyBytes.',
  },
  media_type_unsupported: {
    status: 415,
    message: 'The media type of the request is not supported.',
    developerMessage:
      'The Content-Type header is not a media type (RFC 9110 section 8.3.1), or none that the operation declares.',
  },
  content_encoding_unsupported: {
    status: 415,
    message: 'The content encoding of the request is not supported.',
    developerMessage: 'A body that is checked has to be sent as it is, without Content-Encoding.',
  },
  validation_failed: {
    status: 422,
    message: 'The request is not valid.',
    developerMessage:
      'The list of errors says where the request differs from the OpenAPI document of the API.',
  },
  rate_limited: {
    status: 429,
    message: 'There are too many calls.',
    developerMessage:
      'The call is over a limit, which the RateLimit header names; try again after as many seconds as Retry-After says.',
  },
  headers_too_large: {
    status: 431,
    message: 'The headers of the request are too large.',
    developerMessage: 'The request line and all headers together may take up 16 KiB.',
  },
  internal_error: {
    status: 500,
    message: 'The gateway failed to answer the request.',
    developerMessage: 'The fault is in the gateway, which has recorded it.',
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
    developerMessage: 'The connection to the upstream was refused, broken off or not trusted.',
  },
  upstream_invalid: {
    status: 502,
    message: 'The service behind this API gave an invalid answer.',
    developerMessage: 'The answer of the upstream is not valid HTTP.',
  },
  api_blocked: {
    status: 503,
    message: 'This API is blocked for now.',
    developerMessage: 'The owner of the API has set its lifecycle state to blocked.',
  },
  gateway_starting: {
    status: 503,
    message: 'The gateway is starting.',
    developerMessage: 'Try again in a moment.',
  },
  upstream_unavailable: {
    status: 503,
    message: 'The service behind this API is not available.',
    developerMessage:
      'The host name of the upstream could not be resolved, or its calls have failed so often that it is left alone for a while.',
  },
  upstream_overloaded: {
    status: 503,
    message: 'The service behind this API has too much to do.',
    developerMessage: 'All connections to the upstream are in use, and as many calls wait for one as may.',
  },
  limits_unavailable: {
    status: 503,
    message: 'The call cannot be let through for now.',
    developerMessage:
      'The gateway cannot count calls, and the limit of this one refuses what is not counted.',
  },
  upstream_timeout: {
    status: 504,
    message: 'The service behind this API took too long to answer.',
    developerMessage: 'The upstream did not accept the connection or did not answer in time.',
  },
  call_too_long: {
    status: 504,
    message: 'The call has lasted for too long.',
    developerMessage:
      'The API, or the gateway, sets how long a call may last with streams.maxAgeSeconds; begin another call.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeEntry>>;

export type ErrorCode = keyof typeof errorCodes;
