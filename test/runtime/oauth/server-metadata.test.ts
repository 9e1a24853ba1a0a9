import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawGet, sendRaw } from '../send-raw.ts';
import { defineApplication } from '../table-builder.ts';
import {
  defineTable,
  defineWebApplication,
  openAuthorization,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

const urls = {
  gatewayUrl: 'https://gateway.example.edu/apis',
  authUrl: 'https://login.example.edu/auth',
  keyManagerUrl: 'https://keys.example.edu/km',
};
const modest = defineWebApplication('Web', { grants: ['authorization_code'] });
const other = defineWebApplication('Other', { grants: ['authorization_code'] });
let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(defineTable({ gateway: urls, applications: [modest, other] }));
});

afterAll(() => server.close());

const metadata = {
  issuer: 'https://keys.example.edu/km',
  authorization_endpoint: 'https://login.example.edu/auth/authorize',
  token_endpoint: 'https://keys.example.edu/km/oauth2/token',
  revocation_endpoint: 'https://keys.example.edu/km/oauth2/revoke',
  introspection_endpoint: 'https://keys.example.edu/km/oauth2/introspect',
  jwks_uri: 'https://keys.example.edu/km/oauth2/jwks',
  scopes_supported: ['dogs:read', 'dogs:write'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: [
    'client_credentials',
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
  ],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  claims_parameter_supported: false,
};

const read = async () => {
  const answer = await server.call('/km/.well-known/oauth-authorization-server');
  return { status: answer.status, json: JSON.parse(answer.text) as unknown };
};

test.each(['/km/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/km'])(
  'the metadata at %s say what works',
  async (url) => {
    const { status, text } = await server.call(url);
    expect({ status, json: JSON.parse(text) as unknown }).toEqual({ status: 200, json: metadata });
  },
);

test('what is advised against is named only while an application declares it', async () => {
  const daring = [
    defineApplication('Old', 'web', ['implicit']),
    defineApplication('Shell', 'command-line', ['password']),
  ];
  await server.swap(defineTable({ gateway: urls, applications: [modest, other, ...daring] }));
  expect(await read()).toEqual({
    status: 200,
    json: {
      ...metadata,
      response_types_supported: ['code', 'token'],
      response_modes_supported: ['query', 'fragment'],
      grant_types_supported: [
        'client_credentials',
        'authorization_code',
        'refresh_token',
        'password',
        'urn:ietf:params:oauth:grant-type:saml2-bearer',
        'implicit',
      ],
    },
  });
  await server.swap(defineTable({ gateway: urls, applications: [modest, other] }));
  expect(await read()).toEqual({ status: 200, json: metadata });
});

test('every endpoint that they name answers at its path', async () => {
  for (const name of [
    'token_endpoint',
    'revocation_endpoint',
    'introspection_endpoint',
    'jwks_uri',
  ] as const) {
    const { status } = await server.call(new URL(metadata[name]).pathname, { method: 'PUT' });
    expect([name, status]).toEqual([name, 405]);
  }
});

test('the documents are read only', async () => {
  const answer = await server.call('/km/oauth2/jwks', { method: 'POST' });
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(await server.call('/km/oauth2/jwks', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test('the Host header appears in no link', async () => {
  const answer = await sendRaw(
    server.port,
    rawGet('/km/.well-known/oauth-authorization-server').replace(/^Host: .*$/m, 'Host: evil.example'),
  );
  expect(answer).toContain('"issuer":"https://keys.example.edu/km"');
  expect(answer).not.toContain('evil.example');
});
