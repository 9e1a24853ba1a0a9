import type { PageProblem } from '#runtime/pages/texts.ts';

/** An error that an application receives by a redirect (RFC 6749 sections 4.1.2.1 and 4.2.2.1). */
interface RedirectedError {
  readonly error: string;
  /** Contains only %x20-21, %x23-5B and %x5D-7E. */
  readonly description: string;
}

/** All errors that an authorization request can return to the application. */
export const redirectedErrors = {
  parameter_repeated: {
    error: 'invalid_request',
    description: 'A parameter is included more than once.',
  },
  response_type_missing: {
    error: 'invalid_request',
    description: 'The parameter response_type is missing.',
  },
  response_type_unsupported: {
    error: 'unsupported_response_type',
    description: 'The authorization server does not support this response_type.',
  },
  grant_undeclared: {
    error: 'unauthorized_client',
    description: 'The application does not declare the grant of this response_type.',
  },
  response_mode_unsupported: {
    error: 'invalid_request',
    description: 'This response_type supports only its default response_mode: omit the parameter.',
  },
  request_object_unsupported: {
    error: 'request_not_supported',
    description: 'The authorization server does not support the parameter request.',
  },
  request_uri_unsupported: {
    error: 'request_uri_not_supported',
    description: 'The authorization server does not support the parameter request_uri.',
  },
  challenge_missing: {
    error: 'invalid_request',
    description: 'A single-page or native application must send a code_challenge.',
  },
  challenge_method_unsupported: {
    error: 'invalid_request',
    description:
      'The only supported code_challenge_method is S256, and it must be sent with the code_challenge.',
  },
  challenge_malformed: {
    error: 'invalid_request',
    description: 'A code_challenge of the method S256 consists of 43 base64url characters.',
  },
  scope_refused: {
    error: 'invalid_scope',
    description: 'A scope is unknown, or no subscription of the application allows it.',
  },
  prompt_unsupported: {
    error: 'invalid_request',
    description:
      'The parameter prompt is either none, or contains only login, select_account and consent, separated by spaces.',
  },
  max_age_malformed: {
    error: 'invalid_request',
    description: 'The parameter max_age is a number of seconds.',
  },
  login_required: {
    error: 'login_required',
    description: 'The user has to log in, which prompt=none forbids.',
  },
  consent_required: {
    error: 'consent_required',
    description: 'The user has to be asked for consent, which prompt=none forbids.',
  },
  consent_refused: {
    error: 'access_denied',
    description: 'The user denied access.',
  },
  server_error: {
    error: 'server_error',
    description: 'The authorization server failed to process the request.',
  },
  unavailable: {
    error: 'temporarily_unavailable',
    description: 'The authorization server is temporarily unavailable.',
  },
} as const satisfies Readonly<Record<string, RedirectedError>>;

/** The name of an error that the application receives. */
export type Redirected = keyof typeof redirectedErrors;

/** The statuses of errors that are shown only to the user. */
export const statusesOfProblems = {
  query_malformed: 400,
  request_too_long: 400,
  client_missing: 400,
  client_unknown: 400,
  redirect_uri_missing: 400,
  redirect_uri_unregistered: 400,
  not_a_visit: 403,
  sent_from_elsewhere: 403,
  form_not_of_browser: 400,
  form_expired: 400,
  login_not_of_browser: 400,
  sign_in_unknown: 400,
  provider_unknown: 400,
  login_impossible: 403,
  form_unreadable: 400,
  form_too_large: 413,
  method_not_allowed: 405,
  page_unknown: 404,
  server_error: 500,
  unavailable: 503,
} as const satisfies Readonly<Record<PageProblem, number>>;
