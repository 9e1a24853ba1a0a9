import { parse } from 'yaml';
import type { JsonObject } from '#compiled/json.ts';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import type { Repository } from './family/repository.ts';

const zeros = 'sha256:0000000000000000000000000000000000000000000000000000000000000000';

/** A different secret's digest for each number. */
export function secret(number: number): string {
  return zeros.slice(0, -1) + String(number);
}

export const passwordDigest =
  '$argon2id$v=19$m=19456,t=2,p=1$6EK1dHKenIcNR7avqlvIyQ$AzmkO0rLW+0S01mQUA0ufOtLNU81xn18WeflEVJPkMg';

const definition = {
  ...(parse(cleanDefinition) as JsonObject),
  security: [{ gateway: ['dogs:read'] }, { gateway: ['dogs:write'] }],
};
const scheme = {
  type: 'oauth2',
  flows: {
    clientCredentials: {
      tokenUrl: 'https://gateway.example.edu/token',
      scopes: { 'dogs:read': 'See dogs.', 'dogs:write': 'Change dogs.' },
    },
  },
};

/** With scopes. */
export const dogDefinition: JsonObject = {
  ...definition,
  components: {
    ...((definition as JsonObject)['components'] as JsonObject),
    securitySchemes: { gateway: scheme },
  },
};

/** A repository of everything that can change. */
export const cleanRepository: Repository = {
  'gateway.config.yaml': [
    {
      kind: 'Gateway',
      format: 1,
      organisation: 'Example University',
      deployments: { production: { gatewayUrl: 'https://gateway.example.edu' } },
    },
  ],
  'apis/dog_park/v1/api.yaml': [
    {
      kind: 'Api',
      name: 'DogPark',
      context: '/dog_park',
      version: 'v1',
      state: 'published',
      owner: 'parks-team',
      definition: './openapi.json',
      endpoints: {
        production: {
          targets: ['https://dogs-1.internal.example.edu', 'https://dogs-2.internal.example.edu'],
        },
        sandbox: { url: 'https://dogs-sandbox.internal.example.edu' },
      },
    },
  ],
  'apis/dog_park/v1/openapi.json': [dogDefinition],
  'apis/dog_park/v1/subscriptions.yaml': [
    {
      kind: 'Subscription',
      application: 'DogWalker',
      api: 'DogPark/v1',
      tier: 'gold',
      scopes: ['dogs:read'],
    },
    { kind: 'Subscription', application: 'DogPage', api: 'DogPark/v1', tier: 'free' },
    { kind: 'Subscription', application: 'Kennel', api: 'DogPark/v1', tier: 'gold', state: 'blocked' },
  ],
  'applications/dog_walker.yaml': [
    {
      kind: 'Application',
      name: 'DogWalker',
      type: 'web',
      owner: 'ada@example.edu',
      callbackUrls: ['https://walker.example.edu/callback'],
      grants: ['client_credentials', 'authorization_code', 'refresh_token'],
      keys: {
        production: { consumerKey: 'dogwalker-production', secretDigests: [secret(0)] },
        sandbox: { consumerKey: 'dogwalker-sandbox', secretDigests: [secret(1), secret(2)] },
      },
    },
  ],
  'applications/dog_page.yaml': [
    {
      kind: 'Application',
      name: 'DogPage',
      type: 'single-page',
      owner: 'grace@example.edu',
      callbackUrls: ['https://page.example.edu/callback'],
      grants: ['authorization_code'],
      keys: { production: { consumerKey: 'dogpage-production' } },
    },
  ],
  'applications/kennel.yaml': [
    {
      kind: 'Application',
      name: 'Kennel',
      type: 'service',
      owner: 'kennel-team',
      grants: ['client_credentials', 'urn:ietf:params:oauth:grant-type:saml2-bearer'],
      keys: { production: { consumerKey: 'kennel-production', secretDigests: [secret(3)] } },
    },
  ],
  'tiers.yaml': [
    { kind: 'Tier', name: 'gold', limit: { requests: 1000, unit: 'minute' } },
    { kind: 'Tier', name: 'free', limit: { requests: 10, unit: 'minute' } },
    { kind: 'Tier', name: 'unlimited' },
  ],
  'users/ada.yaml': [{ kind: 'User', name: 'ada', passwordDigest }],
  'teams/parks.yaml': [{ kind: 'Team', name: 'parks-team', members: ['ada'] }],
  'identity-providers/campus.yaml': [
    {
      kind: 'IdentityProvider',
      type: 'ldap',
      name: 'campus',
      url: 'ldaps://directory.example.edu',
      bind: { dn: 'cn=reader,dc=example,dc=edu', password: { fromEnv: 'LDAP_PASSWORD' } },
      searchBase: 'ou=people,dc=example,dc=edu',
    },
  ],
};
