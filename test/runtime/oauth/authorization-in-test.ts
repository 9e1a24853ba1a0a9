import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApplication, ManifestUser } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { issueCode, type CodeOrder } from '#runtime/oauth/issue-code.ts';
import { timeOfLogin } from '#runtime/oauth/time-of-login.ts';
import { openGateway, type OptionsInTest } from '../gateway-in-test.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  secret,
  subscribe,
  type TableInTest,
} from '../table-builder.ts';

export const redirectUri = 'https://app.example.edu/callback?from=login';
export const passwordOfAlice = 'correct horse battery staple';
export const verifier = 'verifier-of-the-tests.0123456789~ABCDEFGHIJKLMNOP';
export const challenge = challengeOf(verifier);

export function challengeOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const digestOfAlice = await hashArgon2id(passwordOfAlice);

export interface ChangesInTest {
  readonly gateway?: Partial<GatewaySettings>;
  readonly users?: readonly ManifestUser[];
  readonly teams?: NonNullable<TableInTest['teams']>;
  /** Replaces the application of the same name, or adds one to the others. */
  readonly applications?: readonly ManifestApplication[];
  /** The scopes that every subscription allows. */
  readonly scopes?: readonly string[];
  readonly endpoints?: TableInTest['apis'][number]['endpoints'];
  /** Scopes that no operation needs, with their descriptions. */
  readonly otherScopes?: Readonly<Record<string, string>>;
  readonly identityProviders?: NonNullable<TableInTest['identityProviders']>;
}

export const alice: ManifestUser = { name: 'alice', passwordDigest: digestOfAlice, state: 'active' };

export function defineWebApplication(name = 'Web', changes: Partial<ManifestApplication> = {}) {
  const grants = ['authorization_code', 'client_credentials', 'password', 'refresh_token'];
  return { ...defineApplication(name, 'web', grants), callbackUrls: [redirectUri], ...changes };
}

export function definePage(name = 'Page', changes: Partial<ManifestApplication> = {}): ManifestApplication {
  const grants = ['authorization_code', 'refresh_token'];
  return {
    ...defineApplication(name, 'single-page', grants),
    callbackUrls: ['https://page.example.edu/app/callback'],
    ...changes,
  };
}

/** An API with the scopes dogs:read and dogs:write, and applications of each type that may have both. */
export function defineTable(changes: ChangesInTest = {}): Compiled {
  const { gateway, users = [alice], scopes = ['dogs:read', 'dogs:write'], endpoints = {} } = changes;
  const { identityProviders = [], teams = [], otherScopes = {} } = changes;
  const declared = [
    defineWebApplication(),
    defineWebApplication('Other'),
    definePage(),
    defineApplication('Service'),
  ];
  const replaced = (changes.applications ?? []).map(({ name }) => name);
  const applications = [
    ...declared.filter(({ name }) => !replaced.includes(name)),
    ...(changes.applications ?? []),
  ];
  return buildTable({
    ...(gateway ? { gateway } : {}),
    apis: [
      defineApi({
        endpoints,
        otherScopes,
        operations: ['GET /dogs dogs:read', 'POST /dogs dogs:write', 'GET /cats'],
      }),
    ],
    applications,
    subscriptions: applications.map(({ name }) => subscribe(name, 'DogPark/v1', 'active', scopes)),
    users,
    teams,
    identityProviders,
  });
}

type Parameters = Readonly<Record<string, string | undefined>>;

export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if there is no body. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** What a client authenticates with: its secret, or for a public one only its key. */
export function credentialsOf(consumerKey: string): Parameters {
  return consumerKey.startsWith('Page')
    ? { client_id: consumerKey }
    : { client_id: consumerKey, client_secret: secret };
}

/** A gateway with clients of its authorization server. */
export async function openAuthorization(compiled: Compiled, options: OptionsInTest = {}) {
  const gateway = await openGateway(compiled, options);
  const server = () => {
    if (!gateway.serving.generation) throw new Error('nothing is served');
    return gateway.serving.generation.authorization;
  };
  const post = async (path: string, parameters: Parameters, headers = {}): Promise<OAuthAnswer> => {
    const sent = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const answer = await gateway.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(sent).toString(),
    });
    const json = answer.text === '' ? {} : (JSON.parse(answer.text) as Record<string, unknown>);
    return { status: answer.status, headers: answer.headers, json };
  };
  const as = (path: string) => (consumerKey: string, parameters: Parameters) =>
    post(path, { ...credentialsOf(consumerKey), ...parameters });
  const token = as('/oauth2/token');
  return {
    ...gateway,
    server,
    post,
    token,
    revoke: as('/oauth2/revoke'),
    introspect: as('/oauth2/introspect'),
    /** A code as the authorization endpoint gives one to Web-production for alice, who has just logged in. */
    codeFor: (changes: Partial<CodeOrder> = {}) =>
      issueCode(server(), {
        client: { consumerKey: 'Web-production', keySet: 'production' },
        subject: 'user:alice',
        scopes: ['dogs:read', 'dogs:write'],
        redirectUri,
        authenticatedAt: timeOfLogin(
          server(),
          changes.subject ?? 'user:alice',
          changes.client?.consumerKey ?? 'Web-production',
        ),
        ...changes,
      }),
    exchange: (consumerKey: string, code: string, parameters: Parameters = {}) =>
      token(consumerKey, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...parameters,
      }),
    refresh: (consumerKey: string, refreshToken: unknown, parameters: Parameters = {}) =>
      token(consumerKey, { grant_type: 'refresh_token', refresh_token: String(refreshToken), ...parameters }),
  };
}

export type AuthorizationInTest = Awaited<ReturnType<typeof openAuthorization>>;

/** The form of a refusal, whatever its words; nothing that was requested is in it. */
export function refusal(status: number, error: string) {
  return {
    status,
    headers: expect.objectContaining({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      // Whoever is to try again learns when.
      ...(status === 503 && { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) as string }),
    }) as object,
    json: {
      error,
      error_description: expect.any(String) as string,
      message: expect.any(String) as string,
    },
  };
}
