import { createHash } from 'node:crypto';
import type { RecordingUpstream } from '../recording-upstream.ts';
import { describeFamily, describeOther } from './describe-family.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Declarations by their files, which belong together and share names with no others. */
export type Family = Readonly<Record<string, JsonObject>>;

/** What is in each name that several declarations of a family have in common. */
export function tagOf(index: number): string {
  return `q${index}z`;
}

const noSecret = `sha256:${createHash('sha256').update('a-secret-of-the-tests').digest('hex')}`;
const passwordDigest =
  '$argon2id$v=19$m=19456,t=2,p=1$6EK1dHKenIcNR7avqlvIyQ$AzmkO0rLW+0S01mQUA0ufOtLNU81xn18WeflEVJPkMg';
const origin = 'https://walker.example.edu';

/** An application with two versions of an API, and all that they refer to. */
export function declareFamily(index: number, { production, sandbox }: Upstreams): Family {
  const tag = tagOf(index);
  const [name, context, application] = [`Park_${tag}`, `/park_${tag}`, `walker_${tag}`];
  const shared = { kind: 'Api', name, context, owner: `team_${tag}`, validation: { requests: 'off' } };
  const subscription = { kind: 'Subscription', application, tier: `gold_${tag}`, since: '2025-01-01' };
  const file = (path: string) => `apis/${tag}/${path}`;
  return {
    [file('v1/api.json')]: {
      ...shared,
      version: 'v1',
      state: 'deprecated',
      definition: './openapi.json',
      description: 'Walks of dogs.',
      tags: ['dogs'],
      deprecation: {
        since: '2026-01-31',
        sunset: '2027-01-31',
        link: 'https://parks.example.edu/moving',
        successor: `${name}/v2`,
      },
      endpoints: {
        production: {
          url: `${production}/first`,
          auth: {
            header: {
              name: 'X-Key', // Envoy watches each file of its own, and a machine bounds these.
              value: { fromFile: 'secrets/key' },
            },
          },
        },
        sandbox: { targets: [`${sandbox}/second`] },
      },
      deployments: {
        other: { endpoints: { production: { url: `${production}/x` }, sandbox: { url: `${sandbox}/y` } } },
      },
      cors: { allowOrigins: [origin], allowHeaders: ['X-Asked'], exposeHeaders: ['X-Shown'] },
      operationAccess: { [`GET /lobby_${tag}`]: 'public' },
      operationLimits: { [`GET /rooms_${tag}/{id}`]: { requests: 1000, unit: 'minute' } },
    },
    [file('v1/openapi.json')]: describeFamily(tag),
    [file('v1/subscription.json')]: { ...subscription, api: `${name}/v1`, scopes: [`read_${tag}`] },
    [file('v2/api.json')]: {
      ...shared,
      version: 'v2',
      state: 'published',
      definition: './openapi.json',
      endpoints: { production: { url: `${production}/third` } },
      callerAssertion: { header: 'X-Caller' },
    },
    [file('v2/openapi.json')]: describeOther(),
    [file('v2/subscription.json')]: { ...subscription, api: `${name}/v2` },
    [`applications/${tag}.json`]: {
      kind: 'Application',
      name: application,
      description: 'Walks dogs.',
      type: 'web',
      owner: `ada_${tag}@example.edu`,
      grants: ['client_credentials', 'authorization_code'],
      callbackUrls: ['https://walker.example.edu/callback'],
      identityProviders: ['users', `staff_${tag}`],
      keys: {
        production: { consumerKey: `production-${tag}`, secretDigests: [noSecret] },
        sandbox: { consumerKey: `sandbox-${tag}`, secretDigests: [noSecret] },
      },
    },
    [`tiers/${tag}.json`]: {
      kind: 'Tier',
      name: `gold_${tag}`,
      limit: { requests: 100_000, unit: 'minute' },
    },
    [`users/${tag}.json`]: { kind: 'User', name: `ada_${tag}`, displayName: 'Ada', passwordDigest },
    [`teams/${tag}.json`]: { kind: 'Team', name: `team_${tag}`, members: [`ada_${tag}`] },
    [`identity-providers/${tag}.json`]: {
      kind: 'IdentityProvider',
      type: 'ldap',
      name: `staff_${tag}`,
      url: 'ldaps://directory.example.edu',
      searchBase: 'ou=people,dc=example,dc=edu',
    },
  };
}

export type Upstreams = Pick<RecordingUpstream, 'production' | 'sandbox'>;

/** An identity provider of another type, which a family has only if one of its texts is drawn. */
export function declareProvider(index: number, type: string | undefined): Family {
  const name = `other_${tagOf(index)}`;
  const shared = { kind: 'IdentityProvider', name, issuer: `https://${tagOf(index)}.example.edu` };
  const file = `identity-providers/${tagOf(index)}-other.json`;
  if (type === 'oidc')
    return { [file]: { ...shared, type, clientId: 'gateway', clientSecret: { fromFile: 'secrets/key' } } };
  if (type === 'saml') return { [file]: { ...shared, type, certificates: [] } };
  return {};
}

/** The gateway before its texts are drawn. */
export const declaredGateway: JsonObject = {
  kind: 'Gateway',
  format: 1,
  organisation: 'Example University',
  sources: [
    'further/*.yaml',
    'apis/**/*.json',
    '{applications,tiers,users,teams,identity-providers}/**/*.json',
  ],
  deployments: {
    production: {
      gatewayUrl: 'https://gateway.example.edu/base',
      externalAuthorization: { port: 0 },
      accessLog: { file: 'calls.log' },
    },
    other: { gatewayUrl: 'https://other.example.edu' },
  },
  token: { signingKeys: [{ key: { fromFile: 'secrets/signing-key.pem' } }] },
  state: { store: 'memory' },
  digestHeader: true,
  errorDocsUrl: 'https://docs.example.edu/errors',
  // Of another protocol, the gateway would wait for a host that does not exist.
  store: { title: 'Store', proposals: { remote: 'https://git.example.edu/parks.git' } },
  lint: { extends: 'minimal', rules: { '*': 'off' } },
};
