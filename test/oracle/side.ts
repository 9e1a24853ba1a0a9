import { createHash } from 'node:crypto';
import { DrivenBrowser } from '../interop/driven-browser.ts';
import { secret } from '../runtime/table-builder.ts';
import { keys, pageRedirectUri, redirectUri, scope } from './clients.ts';
import { judgeAnswer, judgePage, type Judgement } from './judgement.ts';

export type Parameters = Readonly<Record<string, string>>;
export type FormEndpoint = 'token' | 'revoke' | 'introspect';

/** An authorization server that answers over loopback, whatever its issuer URL. */
export interface Server {
  /** The origin that its pages believe to be served from. */
  readonly origin: string;
  readonly paths: Readonly<Record<FormEndpoint | 'authorize', string>>;
  readonly fetch: (url: string | URL, options?: object) => Promise<Response>;
}

export const verifier = 'verifier-of-the-tests.0123456789~ABCDEFGHIJKLMNOP';
export const challenge = createHash('sha256').update(verifier).digest('base64url');
export const basicOf = (key: string, password = secret) =>
  `Basic ${Buffer.from(`${key}:${password}`).toString('base64')}`;

/** The good authorization request of the confidential client. */
export const goodQuery: Parameters = {
  client_id: keys.web,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope,
  state: 'seen before',
};

/** The good authorization request of the public client. */
export const pageQuery: Parameters = {
  ...goodQuery,
  client_id: keys.page,
  redirect_uri: pageRedirectUri,
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

/** One of the two servers, as a client meets it. */
export class Side {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Sends a form; as the confidential client unless the headers override that. */
  async send(
    endpoint: FormEndpoint,
    form: Parameters | string,
    headers: Parameters = { authorization: basicOf(keys.web) },
    method = 'POST',
  ): Promise<Response> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#server.fetch(this.#server.origin + this.#server.paths[endpoint], {
      method,
      headers: { ...type, ...headers },
      ...(method === 'POST' && {
        body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      }),
    });
  }

  async ask(...sent: globalThis.Parameters<Side['send']>): Promise<Judgement> {
    return judgeAnswer(await this.send(...sent));
  }

  /** Makes an authorization request in a new browser, whose user logs in and allows every request. */
  async visit(query: Parameters | string, decision: 'allow' | 'deny' = 'allow') {
    const { origin, paths, fetch } = this.#server;
    const browser = new DrivenBrowser({ gatewayUrl: origin, fetch });
    return browser.proceed(`${origin}${paths.authorize}?${new URLSearchParams(query).toString()}`, decision);
  }

  async authorize(query: Parameters | string): Promise<Judgement> {
    return judgePage(await this.visit(query));
  }

  /** A code, by a good request with some changes. */
  async code(changes: Parameters = {}): Promise<string> {
    const { url } = await this.visit({ ...goodQuery, ...changes });
    const code = new URL(url).searchParams.get('code');
    if (code === null) throw new Error(`no code: ${url}`);
    return code;
  }

  /** The tokens that a code is exchanged for. */
  async tokens(): Promise<{ readonly access_token: string; readonly refresh_token: string }> {
    const answer = await this.send('token', { ...exchange, code: await this.code() });
    return (await answer.json()) as { readonly access_token: string; readonly refresh_token: string };
  }
}

/** The good exchange of a code, but for the code. */
export const exchange: Parameters = { grant_type: 'authorization_code', redirect_uri: redirectUri };
