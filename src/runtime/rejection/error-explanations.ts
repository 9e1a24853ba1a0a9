import type { ErrorCode } from '#compiled/answers/error-codes.ts';

/** The explanation of an error for developers, in addition to its texts. Markdown without links. */
export interface ErrorExplanation {
  /** One sentence: the usual cause. */
  readonly cause: string;
  /** One sentence: how to continue. */
  readonly advice: string;
}

/** The usual cause of each error, and what to do. */
export const errorExplanations: Readonly<Record<ErrorCode, ErrorExplanation>> = {
  request_malformed: {
    cause: 'A program writes HTTP itself, or a proxy in between changes the request.',
    advice: 'Send the request with a common HTTP client, and compare what arrives.',
  },
  original_request_missing: {
    cause: 'The configuration of a proxy does not set the headers with the original method and target.',
    advice: 'Compare the configuration of the proxy with the one in the guide to external authorization.',
  },
  tls_missing: {
    cause:
      'The address was typed with `http://`, or without a scheme, and the program then chose plain HTTP.',
    advice: 'Call the same address with `https://`.',
  },
  path_malformed: {
    cause:
      'A value was put into the path without percent-encoding, it has a slash, a backslash or a semicolon, or a part of the path is empty.',
    advice:
      'Percent-encode each value in the path, and check that none of them is empty. A slash, a backslash and a semicolon in a value are refused percent-encoded too, unless the owner of the API allows them.',
  },
  version_missing: {
    cause:
      'The client calls the address without a version, as it would call a gateway with versions in its addresses.',
    advice: 'Send the header `API-Version` with one of the versions that the store lists.',
  },
  version_conflict: {
    cause: 'The address was changed to a new version, and the header was not, or the reverse.',
    advice: 'Remove the `API-Version` header, or send the version of the address in it.',
  },
  parameters_insufficient: {
    cause: 'A required parameter of the operation was not sent, or has another name.',
    advice: 'Compare the request with the parameters of the operation in the store.',
  },
  parameters_malformed: {
    cause: 'A parameter has a value of the wrong type or format, such as a text where a number is expected.',
    advice: 'Read `errors` in the body, and correct the parameters that it names.',
  },
  body_malformed: {
    cause: 'The body is cut off, or is not what its Content-Type header says.',
    advice: 'Serialize the body with a library, and send the matching Content-Type header.',
  },
  method_overridden: {
    cause: 'A client library sends `X-HTTP-Method-Override` or a similar header.',
    advice: 'Switch the method override of the library off.',
  },
  path_overridden: {
    cause: 'The client, or a proxy before the gateway, sends `X-Original-URL` or `X-Rewrite-URL`.',
    advice: 'Do not send the header. If a proxy adds it, have the proxy remove it.',
  },
  token_ambiguous: {
    cause:
      'The client sends the token in the query, where services and logs would see it, or sends two Authorization headers.',
    advice: 'Send the token in exactly one Authorization header.',
  },
  peer_untrusted: {
    cause: 'A program other than a declared proxy calls the endpoint for external authorization.',
    advice: 'Call the APIs by their own address. If it is a new proxy, have its address declared.',
  },
  body_not_sent: {
    cause: 'The proxy before the API cannot send bodies to the gateway, or is not configured to.',
    advice: 'Report it to those who operate the proxy; the request itself may be valid.',
  },
  token_missing: {
    cause: 'The Authorization header was not sent, or a redirect to another host removed it.',
    advice: 'Get an access token, and send it with each call.',
  },
  token_invalid: {
    cause: 'The token has expired.',
    advice:
      'Get a new access token, and repeat the call. If the new one is refused as well, check the consumer key.',
  },
  not_subscribed: {
    cause:
      'The application is subscribed to another version of the API, or its subscription waits for approval.',
    advice: 'Request a subscription of your application to this version.',
  },
  subscription_blocked: {
    cause: 'The owner of the API has stopped the access of the application.',
    advice: 'Ask the owner of the API for the reason.',
  },
  scope_insufficient: {
    cause: 'The token was requested without the scope, or the subscription does not allow it.',
    advice:
      'Request the token with the scopes that the operation lists. If the subscription does not allow them, ask for another one.',
  },
  production_unavailable: {
    cause: 'The API can only be tried so far.',
    advice: 'Use a token of the sandbox keys of the application.',
  },
  sandbox_unavailable: {
    cause: 'The owner of the API does not run a sandbox.',
    advice: 'Use a token of the production keys of the application.',
  },
  api_unknown: {
    cause: 'The context or the version in the address is mistyped, or the version is not published yet.',
    advice: 'Copy the base address from the page of the API in the store.',
  },
  resource_unknown: {
    cause: 'The path is mistyped, differs in case, or belongs to another version of the API.',
    advice: 'Compare the path with the operations of the API in the store.',
  },
  method_not_allowed: {
    cause: 'The path exists, and the method belongs to another one.',
    advice: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    cause: 'The connection is slow, or the client stopped sending in the middle of the request.',
    advice: 'Repeat the request. Send large bodies without pauses.',
  },
  api_retired: {
    cause: 'The version was deprecated, and its retirement date has passed.',
    advice: 'Move to the successor that the store names.',
  },
  body_too_large: {
    cause: 'A file or a list in the body is larger than the API accepts.',
    advice: 'Send less at once, or ask the owner of the API for a higher limit.',
  },
  media_type_unsupported: {
    cause: 'The Content-Type header is missing, or the client sends a form where JSON is expected.',
    advice: 'Send one of the media types that the operation lists.',
  },
  content_encoding_unsupported: {
    cause: 'The client compresses the bodies of its requests.',
    advice: 'Switch the compression of requests off; answers may still be compressed.',
  },
  validation_failed: {
    cause: 'The body lacks a required member, or a member has a value that the API does not allow.',
    advice: 'Read `errors` in the body, and correct what it names.',
  },
  rate_limited: {
    cause:
      'The application sends more requests than its subscription allows, often after an error without a pause.',
    advice:
      'Wait for the time in the Retry-After header. If that happens often, request a subscription to a higher tier.',
  },
  concurrency_limited: {
    cause: 'The application makes many calls at once, or keeps WebSockets, streams or unread answers open.',
    advice:
      'Make fewer calls at a time, and read every answer to its end. If that is not enough, request a subscription to a higher tier.',
  },
  headers_too_large: {
    cause: 'The client sends many cookies, or a very long address.',
    advice: 'Send only the headers that the API needs; move long values into the body.',
  },
  internal_error: {
    cause: 'It is a bug of the gateway, not of the request.',
    advice:
      'Repeat the call later. If that does not help, report the time of the call to the operators of the gateway.',
  },
  method_unknown: {
    cause: 'The method is mistyped, or in lower case.',
    advice: 'Methods are case-sensitive: send `GET`, not `get`.',
  },
  upstream_unreachable: {
    cause: 'The service behind the API is down or is being restarted.',
    advice: 'Repeat the call after a moment. If that does not help, ask the owner of the API.',
  },
  upstream_invalid: {
    cause: 'The service behind the API ended its response early.',
    advice: 'Repeat the call after a moment. If that does not help, report it to the owner of the API.',
  },
  api_blocked: {
    cause: 'The owner of the API has stopped it for maintenance, or because of an incident.',
    advice: 'Repeat the call after the time in the Retry-After header, if there is one.',
  },
  gateway_starting: {
    cause: 'The gateway was restarted a moment ago.',
    advice: 'Repeat the call after a second.',
  },
  upstream_unavailable: {
    cause: 'The service behind the API has failed several times in a row, so the gateway gives it a pause.',
    advice: 'Repeat the call after a few seconds, with longer pauses each time.',
  },
  upstream_overloaded: {
    cause: 'The service behind the API answers more slowly than requests arrive.',
    advice: 'Repeat the call after a few seconds, with longer pauses each time.',
  },
  limits_unavailable: {
    cause: 'The gateway has lost the connection to the server that counts requests.',
    advice: 'Repeat the call after a moment.',
  },
  upstream_timeout: {
    cause: 'The operation takes longer than the gateway waits for the service behind the API.',
    advice:
      'Ask for less at once. Before you repeat a call that changes something, check whether it took effect.',
  },
  call_too_long: {
    cause: 'A stream or a WebSocket was open for the longest time that the API allows.',
    advice: 'Open it again, and continue where it ended.',
  },
};
