/** The error of an OAuth endpoint: the `error` and `error_description` of RFC 6749 section 5.2. */
export interface OAuthRefusalEntry {
  readonly status: number;
  readonly error: string;
  /** Contains only the characters %x20-21, %x23-5B and %x5D-7E. */
  readonly description: string;
}

/** All errors with which the OAuth endpoints refuse a request. */
export const oauthRefusals = {
  form_required: {
    status: 400,
    error: 'invalid_request',
    description: 'The body must be of the type application/x-www-form-urlencoded.',
  },
  form_malformed: {
    status: 400,
    error: 'invalid_request',
    description:
      'The body is not a valid form: check its percent-escapes, that it is UTF-8 and that it has at most 1000 parameters.',
  },
  form_encoded: {
    status: 400,
    error: 'invalid_request',
    description: 'The body is compressed: send it without Content-Encoding.',
  },
  parameter_repeated: {
    status: 400,
    error: 'invalid_request',
    description: 'A parameter is included more than once.',
  },
  parameter_missing: {
    status: 400,
    error: 'invalid_request',
    description: 'A parameter that this grant requires is missing.',
  },
  grant_type_missing: {
    status: 400,
    error: 'invalid_request',
    description: 'The parameter grant_type is missing.',
  },
  credentials_repeated: {
    status: 400,
    error: 'invalid_request',
    description:
      'The client uses more than one authentication method; use either the Authorization header or the body.',
  },
  client_unauthenticated: {
    status: 401,
    error: 'invalid_client',
    description: 'The consumer key is unknown, or its secret is missing or wrong.',
  },
  grant_undeclared: {
    status: 400,
    error: 'unauthorized_client',
    description: 'The application does not declare this grant.',
  },
  grant_confidential: {
    status: 400,
    error: 'unauthorized_client',
    description: 'A single-page or native application has no consumer secret and cannot use this grant.',
  },
  scope_refused: {
    status: 400,
    error: 'invalid_scope',
    description: 'A scope is unknown, or no subscription of the application allows it.',
  },
  grant_unsupported: {
    status: 400,
    error: 'unsupported_grant_type',
    description: 'The token endpoint does not support this grant.',
  },
  method_not_allowed: {
    status: 405,
    error: 'invalid_request',
    description: 'The endpoint does not support this method; the header Allow lists those that it supports.',
  },
  body_too_large: {
    status: 413,
    error: 'invalid_request',
    description: 'The body is larger than 64 KiB.',
  },
  server_error: {
    status: 500,
    error: 'server_error',
    description: 'The authorization server failed to process the request.',
  },
  code_refused: {
    status: 400,
    error: 'invalid_grant',
    description: 'The code is unknown, expired, already used, or was issued to another client.',
  },
  redirect_uri_different: {
    status: 400,
    error: 'invalid_grant',
    description: 'The redirect_uri differs from the one in the authorization request.',
  },
  verifier_missing: {
    status: 400,
    error: 'invalid_grant',
    description: 'The authorization request had a code_challenge, so the code_verifier is required.',
  },
  verifier_refused: {
    status: 400,
    error: 'invalid_grant',
    description: 'The code_verifier does not match the code_challenge.',
  },
  verifier_unexpected: {
    status: 400,
    error: 'invalid_request',
    description: 'The authorization request had no code_challenge, so a code_verifier is not allowed.',
  },
  challenge_missing: {
    status: 400,
    error: 'invalid_grant',
    description:
      'A single-page or native application must send a code_challenge in the authorization request.',
  },
  grant_withdrawn: {
    status: 400,
    error: 'invalid_grant',
    description: 'The grant is revoked, or its user may no longer log in to the application.',
  },
  user_removed: {
    status: 400,
    error: 'invalid_grant',
    description: 'The directory or identity provider of the login no longer has this user.',
  },
  login_ended: {
    status: 400,
    error: 'invalid_grant',
    description: 'The identity provider has ended the login: the user must log in again.',
  },
  user_unconfirmed: {
    status: 400,
    error: 'invalid_grant',
    description: 'The last login can no longer be confirmed: the user must log in again.',
  },
  refresh_token_refused: {
    status: 400,
    error: 'invalid_grant',
    description:
      'The refresh token is unknown, expired, already used, revoked, or was issued to another client.',
  },
  password_refused: {
    status: 400,
    error: 'invalid_grant',
    description: 'The username or password is wrong, or the user may not log in to the application.',
  },
  assertion_refused: {
    status: 400,
    error: 'invalid_grant',
    description: 'The assertion is not valid: the audit log of the gateway says why.',
  },
  token_missing: {
    status: 400,
    error: 'invalid_request',
    description: 'The parameter token is missing.',
  },
  token_of_another_client: {
    status: 400,
    error: 'invalid_grant',
    description: 'The token was issued to another client.',
  },
  introspection_confidential: {
    status: 401,
    error: 'invalid_client',
    description: 'A client without a consumer secret cannot introspect tokens.',
  },
  logins_limited: {
    status: 429,
    error: 'invalid_grant',
    description: 'Too many failed logins: try again later.',
  },
  unavailable: {
    status: 503,
    error: 'temporarily_unavailable',
    description: 'The authorization server is temporarily unavailable: try again later.',
  },
  starting: {
    status: 503,
    error: 'temporarily_unavailable',
    description: 'The authorization server is starting.',
  },
} as const satisfies Readonly<Record<string, OAuthRefusalEntry>>;

/** A request that an OAuth endpoint refuses, as data. */
export interface OAuthRefusal {
  readonly refused: keyof typeof oauthRefusals;
  /** Headers of the response, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Details for the audit log, which only the operator can read. */
  readonly reason?: string;
  /** The declared client that sent the request, or that the request names. */
  readonly clientId?: string;
}

/** The body of RFC 6749 section 5.2, with the `message` that all error bodies have (requirements, section 7.2). */
export function renderOAuthRefusal(refused: OAuthRefusal['refused']): string {
  const { error, description } = oauthRefusals[refused];
  return JSON.stringify({ error, error_description: description, message: description });
}
