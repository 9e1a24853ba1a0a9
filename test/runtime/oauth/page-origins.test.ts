import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInTest } from '../gateway-in-test.ts';
import {
  definePage,
  defineTable,
  openAuthorization,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

const origin = 'https://page.example.edu';
const callbackUrls = [`${origin}/app/callback`, 'http://localhost:4200/', 'com.example.app:/callback'];
let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(defineTable({ applications: [definePage('Page', { callbackUrls })] }));
});

afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

/** The CORS headers of an answer. */
async function ask(path: string, { method = 'GET', headers = {}, body }: CallInTest = {}) {
  const answer = await server.call(path, { method, headers, ...(body === undefined ? {} : { body }) });
  const names = Object.keys(answer.headers).filter(
    (name) => name.startsWith('access-control-') || name === 'vary',
  );
  return {
    status: answer.status,
    headers: Object.fromEntries(names.map((name) => [name, answer.headers[name]])),
  };
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const open = { vary: 'Origin', 'access-control-allow-origin': origin };
const closed = { vary: 'Origin' };

describe.each([
  ['/token', 'POST'],
  ['/oauth2/token', 'POST'],
  ['/oauth2/revoke', 'POST'],
  ['/oauth2/jwks', 'GET, HEAD'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
])('%s', (path, methods) => {
  const preflight = (from: string) =>
    ask(path, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  test('answers the preflight of a declared page', async () => {
    expect(await preflight(origin)).toEqual({
      status: 204,
      headers: {
        ...open,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': '600',
      },
    });
  });

  test.each([
    'https://page.example.edu:8443',
    'https://page.example.edu.evil.example',
    'https://evil.example',
    'https://PAGE.example.edu',
    'http://page.example.edu',
    'https://page.example.edu/',
    'https://app.example.edu',
    'null',
    '*',
    '',
  ])('says nothing to the origin %j', async (stranger) => {
    expect(await preflight(stranger)).toEqual({ status: 204, headers: closed });
    const { headers } = await ask(path, { headers: { origin: stranger } });
    expect(headers).toEqual(closed);
  });

  test('lets a declared page read its refusals, and varies for everybody', async () => {
    expect((await ask(path, { method: 'DELETE', headers: { origin } })).headers).toEqual(open);
    expect((await ask(path, {})).headers).toEqual(closed);
    expect(await ask(path, { method: 'OPTIONS', headers: { origin } })).toEqual({
      status: 405,
      headers: open,
    });
  });
});

test.each([
  ['a success', 200, { method: 'GET', headers: {} }, '/oauth2/jwks'],
  ['a refusal', 401, { method: 'POST', headers: form, body: 'x=y' }, '/oauth2/token'],
  [
    'another media type',
    400,
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    '/token',
  ],
  ['an oversized body', 413, { method: 'POST', headers: form, body: 'x'.repeat(70_000) }, '/oauth2/revoke'],
])('%s can be read', async (_what, status, call, path) => {
  for (const from of [origin, 'http://localhost:4200']) {
    const { headers } = call;
    expect(await ask(path, { ...call, headers: { ...headers, origin: from } })).toEqual({
      status,
      headers: { vary: 'Origin', 'access-control-allow-origin': from },
    });
  }
});

test('introspection is for no page', async () => {
  const preflight = { origin, 'access-control-request-method': 'POST' };
  expect(await ask('/oauth2/introspect', { method: 'OPTIONS', headers: preflight })).toEqual({
    status: 405,
    headers: {},
  });
  expect(
    await ask('/oauth2/introspect', { method: 'POST', headers: { ...form, origin }, body: 'x=y' }),
  ).toEqual({
    status: 401,
    headers: {},
  });
});

test('the origins are those that are declared now', async () => {
  await server.swap(
    defineTable({ applications: [definePage('Page', { callbackUrls: ['https://new.example.edu/'] })] }),
  );
  expect((await ask('/oauth2/jwks', { headers: { origin } })).headers).toEqual(closed);
  expect((await ask('/oauth2/jwks', { headers: { origin: 'https://new.example.edu' } })).headers).toEqual({
    vary: 'Origin',
    'access-control-allow-origin': 'https://new.example.edu',
  });
});
