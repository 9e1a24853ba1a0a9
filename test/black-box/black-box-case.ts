import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { renderRejection } from '#runtime/rejection/render-rejection.ts';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** What a client receives. Headers are in lower case, without those of the connection, and sorted by name. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A request as the upstream received it. `line` begins with the endpoint: `production GET /park/dogs`. */
export interface Seen {
  readonly line: string;
  readonly headers: Headers;
  readonly body: string;
  readonly trailers?: Headers;
}

export interface Outcome {
  readonly answers: readonly Answer[];
  readonly upstream: readonly Seen[];
}

/** One connection of a client, and everything that must come of it on each data plane. */
export interface BlackBoxCase {
  readonly name: string;
  /** Sent byte for byte; `{token:NAME}` is replaced by an access token of `issue-tokens.ts`. */
  readonly bytes: string;
  /** How the gateway of the case selects versions; by URL without it. */
  readonly style?: VersioningStyle;
  /** How many times the same is sent before, on connections of their own, without a look at the outcome. */
  readonly before?: number;
  /** How often the upstream is asked depends on its connections; only what it is asked is compared. */
  readonly asksVary?: true;
  readonly expected: Outcome;
}

export interface CallOptions {
  /** The name of a token. */
  readonly as?: string;
  readonly headers?: Headers;
  readonly body?: string;
  readonly host?: string;
}

export const gatewayHost = 'gateway.example.edu';

/** The bytes of a request that is the only one of its connection; `line` is a method and a target. */
export function call(line: string, { as, headers = {}, body, host = gatewayHost }: CallOptions = {}): string {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  );
  return [
    `${line} HTTP/1.1`,
    `Host: ${host}`,
    ...(as === undefined ? [] : [`Authorization: Bearer {token:${as}}`]),
    ...given,
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    'Connection: close',
    '',
    body ?? '',
  ].join('\r\n');
}

/** In every answer, in the order of their names; the plane replaces what differs from run to run. */
const ownHeaders = { 'gatewright-digest': 'DIGEST', 'x-request-id': 'ID' };

/** The challenge of an answer to a call without a valid token. */
export function challenge(details = ''): Headers {
  return { 'www-authenticate': `Bearer realm="https://${gatewayHost}"${details}` };
}

export const invalidToken = challenge(', error="invalid_token"');

interface Refused {
  readonly headers?: Headers;
  readonly accept?: string;
  readonly errors?: readonly string[];
  /** In place of the usual one of the error. */
  readonly status?: number;
}

/** A refusal of the gateway itself, which the upstream does not see. */
export function refused(code: ErrorCode, { headers = {}, accept, errors, status: declared }: Refused = {}) {
  const rejection = {
    code,
    ...(declared !== undefined && { status: declared }),
    ...(errors && { errors: errors.map((message) => ({ message })) }),
  };
  const { status, headers: fixed, body } = renderRejection(rejection, accept, undefined);
  return answered(status, { headers: { ...fixed, ...headers }, body });
}

/** A refusal of what could not be read as a request; it has no identifier, and no table has decided on it. */
export function refusedUnread(code: ErrorCode): Outcome {
  const { status, headers, body } = renderRejection({ code }, undefined, undefined);
  return { answers: [{ status, headers: sorted(headers), body }], upstream: [] };
}

/** An answer of the gateway itself. */
export function answered(
  status: number,
  { headers = {}, body = '' }: { headers?: Headers; body?: string } = {},
): Outcome {
  return { answers: [{ status, headers: sorted({ ...ownHeaders, ...headers }), body }], upstream: [] };
}

interface Forwarded {
  /** What the client receives beside the usual headers; `null` leaves one of those out. */
  readonly headers?: Headers;
  readonly status?: number;
  readonly body?: string;
  readonly type?: string | null;
  /** What the upstream receives beside the usual headers. */
  readonly sent?: Headers;
  readonly sentBody?: string;
}

/** An answer of the upstream, which saw the given line: `production GET /park/dogs`. */
export function passed(line: string, forwarded: Forwarded = {}): Outcome {
  const { headers = {}, status = 200, type = 'application/json', sent = {}, sentBody = '' } = forwarded;
  const [endpoint = '', method] = line.split(' ');
  const body = forwarded.body ?? (method === 'HEAD' ? '' : JSON.stringify({ upstream: endpoint }));
  const own = type === null ? ownHeaders : { ...ownHeaders, 'content-type': type };
  return {
    answers: [{ status, headers: sorted({ ...own, ...headers }), body }],
    upstream: [seen(line, sent, sentBody)],
  };
}

/** The upstream saw the line, and what it answered could not be passed on. */
export function failed(outcome: Outcome, line: string): Outcome {
  return { ...outcome, upstream: [seen(line)] };
}

export function seen(line: string, sent: Headers = {}, body = ''): Seen {
  const usual = {
    host: 'UPSTREAM',
    via: '1.1 gatewright',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': gatewayHost,
    'x-forwarded-proto': 'https',
    'x-request-id': 'ID',
  };
  return { line, headers: sorted({ ...usual, ...sent }), body };
}

export function sorted(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
