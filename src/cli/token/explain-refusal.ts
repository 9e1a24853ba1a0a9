import { CommandError } from '../command-error.ts';
import { connectionFailure } from '../connection-failure.ts';
import { printable } from '../views/display-width.ts';
import type { FormAnswer } from './post-form.ts';

/** The details of a token request that the help text needs. */
export interface RefusedRequest {
  readonly application: string;
  readonly keySet: string;
  readonly grantType: string;
  /** The file of the application, as the user would type it. */
  readonly file: string;
  readonly url: URL;
}

/** Advice by error code of RFC 6749 section 5.2. */
const advice: Readonly<Record<string, (request: RefusedRequest) => string>> = {
  invalid_client: ({ application, keySet }) =>
    `Check the consumer secret of the ${keySet} keys of ${application}, and that the gateway has loaded its declaration; \`gatewright keys rotate\` generates another secret.`,
  unauthorized_client: ({ grantType, file }) =>
    `Declare the grant type ${grantType} under \`grants\` in ${file}, and wait until the gateway has loaded it.`,
  unsupported_grant_type: ({ grantType }) =>
    `This gateway does not support the grant type ${grantType}; it may be an older version.`,
  invalid_scope: () => 'The `scopes` of its subscriptions list the scopes that an application may have.',
  invalid_grant: () => 'Check the user name and the password.',
};

/** Explains to the user why a gateway issued no token. */
export function explainRefusal({ status, body }: FormAnswer, request: RefusedRequest): CommandError {
  const answer = parseObject(body);
  const { error, error_description: description } = answer ?? {};
  if (typeof error !== 'string') {
    const help = 'Set the base URL of a gateway with --url, as in gatewayUrl.';
    return new CommandError(`${request.url.href} is not a token endpoint: it returns ${status}.`, help);
  }
  const reason = typeof description === 'string' ? `: ${printable(description)}` : '.';
  const known = Object.hasOwn(advice, error) ? advice[error]?.(request) : undefined;
  return new CommandError(`The gateway returned ${printable(error)}${reason}`, known);
}

/** Parses a JSON object; undefined for any other text. */
export function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Explains to the user why a gateway did not respond. */
export function explainUnreachable(error: unknown, { origin }: URL): CommandError {
  const { kind, code } = connectionFailure(error);
  if (kind === 'untrusted') {
    return new CommandError(
      `The certificate of ${origin} is not trusted (${code}).`,
      'Set the state folder of the gateway, which contains tls/ca.pem, with --state-dir, or a file with certificate authorities in NODE_EXTRA_CA_CERTS. If another program listens there, set the URL of the gateway with --url.',
    );
  }
  if (kind === 'no-tls') {
    const help =
      'Set its URL with --url; the URL of a gateway that runs with --plain-http begins with http://.';
    return new CommandError(`${origin} does not speak TLS (${code}).`, help);
  }
  return new CommandError(
    `No gateway responds at ${origin} (${code}).`,
    'Start it with `gatewright run`, or set its URL with --url if it listens elsewhere.',
  );
}
