import { CommandError } from '../command-error.ts';
import { connectionFailure } from '../connection-failure.ts';
import { printable } from '../views/display-width.ts';
import type { FormAnswer } from './post-form.ts';

/** For whom the token was requested, for the help text. */
export interface RefusedRequest {
  readonly application: string;
  readonly keySet: string;
  readonly grantType: string;
  /** The file of the application, as its reader would type it. */
  readonly file: string;
  readonly url: URL;
}

/** What to do about an error of RFC 6749 section 5.2. */
const advice: Readonly<Record<string, (request: RefusedRequest) => string>> = {
  invalid_client: ({ application, keySet }) =>
    `Check the consumer secret of the ${keySet} keys of ${application}, and that the gateway has taken in its declaration; \`gatewright keys rotate\` makes a further secret.`,
  unauthorized_client: ({ grantType, file }) =>
    `Declare the grant ${grantType} under \`grants\` in ${file}, and let the gateway take that in.`,
  unsupported_grant_type: ({ grantType }) =>
    `This gateway knows no grant ${grantType}; it may be an older one.`,
  invalid_scope: () => '`scopes` of its subscriptions say which scopes an application may have.',
  invalid_grant: () => 'Check the name of the user and the password.',
};

/** Why a gateway gave no token, for who asked for it. */
export function explainRefusal({ status, body }: FormAnswer, request: RefusedRequest): CommandError {
  const answer = parseObject(body);
  const { error, error_description: description } = answer ?? {};
  if (typeof error !== 'string') {
    const help = 'Name the base address of a gateway with --url, as in gatewayUrl.';
    return new CommandError(`${request.url.href} is not a token endpoint: it returns ${status}.`, help);
  }
  const reason = typeof description === 'string' ? `: ${printable(description)}` : '.';
  const known = Object.hasOwn(advice, error) ? advice[error]?.(request) : undefined;
  return new CommandError(`The gateway answers ${printable(error)}${reason}`, known);
}

/** The members of a JSON object; undefined for other texts. */
export function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Why no answer came from a gateway, for who asked it. */
export function explainUnreachable(error: unknown, { origin }: URL): CommandError {
  const { kind, code } = connectionFailure(error);
  if (kind === 'untrusted') {
    return new CommandError(
      `The certificate of ${origin} is not trusted (${code}).`,
      'Name the folder in which the gateway keeps tls/ca.pem with --state-dir, or a file of authorities in NODE_EXTRA_CA_CERTS.',
    );
  }
  if (kind === 'no-tls') {
    const help =
      'Name its address with --url; a gateway that runs with --plain-http has one that begins with http://.';
    return new CommandError(`${origin} does not speak TLS (${code}).`, help);
  }
  return new CommandError(
    `No gateway answers at ${origin} (${code}).`,
    'Start it with `gatewright run`, or name its address with --url where it listens elsewhere.',
  );
}
