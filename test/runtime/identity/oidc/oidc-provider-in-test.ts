import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { Agent, request } from 'undici';
import { makeCertificates } from '#platform/keys/own-certificates.ts';

export const callbackUrl = 'https://gateway.example.edu/authorize/callback';
export const clientSecret = 'secret of the gateway at the provider';

/** Changes an answer of the provider before it is sent. */
export type Tamper = (ctx: KoaContextWithOIDC, body: Record<string, unknown>) => void | Promise<void>;

export interface ProviderOptions {
  readonly tls?: boolean;
  readonly authMethod?: 'client_secret_basic' | 'client_secret_post';
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether it issues refresh tokens, for the scope offline_access. */
  readonly offline?: boolean;
  /** Whether the claims are sent only by UserInfo. */
  readonly onlyUserInfo?: boolean;
  /** The page for users after a logout; without it, the provider has no logout. */
  readonly logoutUri?: string;
  /** Whether its ID tokens always contain the time of the login. */
  readonly tellsAuthTime?: boolean;
  /** The page that it sends users back to. */
  readonly redirectUri?: string;
}

/** oidc-provider on a free port of loopback, whose only user is `ada`. */
export type ProviderInTest = Awaited<ReturnType<typeof openProvider>>;

export async function openProvider({
  tls = true,
  authMethod,
  claims = {},
  offline = false,
  onlyUserInfo = false,
  logoutUri,
  tellsAuthTime = false,
  redirectUri = callbackUrl,
}: ProviderOptions = {}) {
  const { ca, certificate, key } = await makeCertificates(['localhost'], Date.now());
  const server = tls ? createServer({ cert: certificate, key }) : createPlainServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `${tls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`;
  const asked: string[] = [];
  const removed = new Set<string>();
  const logins = new Set<string>();
  const state: { tamper: Tamper; claims: Readonly<Record<string, unknown>> } = {
    tamper: () => undefined,
    claims,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'gateway',
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        require_auth_time: tellsAuthTime,
        ...(offline && { grant_types: ['authorization_code', 'refresh_token'] }),
        ...(logoutUri !== undefined && { post_logout_redirect_uris: [logoutUri] }),
        ...(authMethod && { token_endpoint_auth_method: authMethod }),
      },
    ],
    ...(authMethod && { clientAuthMethods: [authMethod] }),
    findAccount: (_, accountId) =>
      removed.has(accountId) ? undefined : { accountId, claims: () => ({ sub: accountId, ...state.claims }) },
    // Each is good once: one that comes again is taken for stolen.
    rotateRefreshToken: true,
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    conformIdTokenClaims: onlyUserInfo,
    features: { rpInitiatedLogout: { enabled: logoutUri !== undefined } },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
  });
  provider.on('refresh_token.saved', ({ grantId }) => void logins.add(grantId ?? ''));
  provider.use(async (ctx, next) => {
    asked.push(`${ctx.method} ${ctx.path}`);
    await next();
    if (ctx.body && typeof ctx.body === 'object')
      await state.tamper(ctx as KoaContextWithOIDC, ctx.body as Record<string, unknown>);
  });
  const answer = provider.callback();
  server.on('request', (asking, response) => void answer(asking, response));
  return {
    issuer,
    ca,
    /** Every request to it, as `GET /jwks`. */
    asked,
    /** Ends a number of logins with refresh tokens, the earliest first: like a logout there. */
    endLogins: async (count: number) => {
      for (const login of [...logins].slice(0, count))
        await provider.RefreshToken.adapter.revokeByGrantId(login);
    },
    /** Replaces what it says of its users. */
    describe: (described: Readonly<Record<string, unknown>>) => void (state.claims = described),
    /** Takes a user away. */
    remove: (user: string) => void removed.add(user),
    /** Takes a user back. */
    admit: (user: string) => void removed.delete(user),
    tamper: (tamper: Tamper) => (state.tamper = tamper),
    /** With the `cookies` of a browser it knows who has logged in by it before. */
    logInAt: (url: string, decision: 'allow' | 'abort' = 'allow', cookies = new Map<string, string>()) =>
      logInAt(url, decision, ca, cookies),
    close: async () => {
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

/** Acts as a browser and its user, until the browser is sent to the gateway; returns the URL. */
async function logInAt(
  start: string,
  decision: 'allow' | 'abort',
  ca: string,
  cookies: Map<string, string>,
): Promise<string> {
  const dispatcher = new Agent({ connect: { ca }, pipelining: 0 });
  let url = start;
  let form: string | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form ?? null,
    });
    const page = await body.text();
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    if (statusCode === 303 || statusCode === 302) {
      url = new URL(String(headers.location), url).href;
      if (url.startsWith(callbackUrl)) return url;
      form = undefined;
    } else {
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      if (statusCode !== 200 || action === undefined) throw new Error(`${statusCode} ${url} ${page}`);
      const [, abort = ''] = /href="([^"]+\/abort)"/.exec(page) ?? [];
      if (decision === 'abort') url = new URL(abort, url).href;
      else {
        url = new URL(action, url).href;
        form = page.includes('value="login"') ? 'prompt=login&login=ada&password=x' : 'prompt=consent';
      }
    }
  }
  throw new Error('the login does not end');
}
