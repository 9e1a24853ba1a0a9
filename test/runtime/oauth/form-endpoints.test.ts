import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendRaw } from '../send-raw.ts';
import { secret } from '../table-builder.ts';
import {
  credentialsOf,
  defineTable,
  openAuthorization,
  refusal,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(defineTable({ gateway: { trustedProxies: ['127.0.0.1'] } }));
});

beforeEach(() => void server.audited.splice(0));

afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const authorization = `Basic ${Buffer.from(`Web-production:${secret}`).toString('base64')}`;
const client = new URLSearchParams(credentialsOf('Web-production') as Record<string, string>).toString();

const ask = async (path: string, body: string, headers: Readonly<Record<string, string>> = form) => {
  const answer = await server.call(path, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, json: JSON.parse(answer.text) as unknown };
};

const noted = (endpoint: string, refused: string, clientId?: string) => ({
  event: 'request_refused',
  endpoint,
  refused,
  ...(clientId === undefined ? {} : { clientId }),
  address: '127.0.0.1',
});

describe.each([
  ['/oauth2/token', 'token'],
  ['/token', 'token'],
  ['/oauth2/revoke', 'revoke'],
  ['/oauth2/introspect', 'introspect'],
])('%s refuses', (path, endpoint) => {
  test.each([
    ['duplicate parameters', `${client}&token=x&token=x`, 'parameter_repeated'],
    ['a duplicate of an empty parameter', `${client}&token=x&token=`, 'parameter_repeated'],
    ['duplicates in another spelling', `${client}&token=x&tok%65n=y`, 'parameter_repeated'],
    ['malformed percent-escapes', `${client}&token=%zz`, 'form_malformed'],
    ['percent-escapes that are cut short', `${client}&token=%e`, 'form_malformed'],
    ['percent-escapes that are no UTF-8', `${client}&token=%c0%af`, 'form_malformed'],
  ])('%s', async (_what, body, refused) => {
    expect(await ask(path, body)).toEqual(refusal(400, 'invalid_request'));
    expect(server.audited).toEqual([noted(endpoint, refused)]);
  });

  test.each([
    ['another media type', { 'content-type': 'application/json' }, 'form_required'],
    ['no media type', {}, 'form_required'],
    ['a compressed body', { ...form, 'content-encoding': 'gzip' }, 'form_encoded'],
  ])('%s', async (_what, headers, refused) => {
    expect(await ask(path, `${client}&token=x`, headers)).toEqual(refusal(400, 'invalid_request'));
    expect(server.audited).toEqual([noted(endpoint, refused)]);
  });

  test('an oversized body', async () => {
    const oversized = `${client}&token=${'x'.repeat(64 * 1024)}`;
    expect(await ask(path, oversized)).toEqual(refusal(413, 'invalid_request'));
    expect(server.audited).toEqual([noted(endpoint, 'body_too_large')]);
  });

  test('another method', async () => {
    const { status, headers } = await server.call(path, { method: 'GET' });
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'POST' });
    expect(server.audited).toEqual([noted(endpoint, 'method_not_allowed')]);
  });

  test('two ways to authenticate', async () => {
    expect(await ask(path, client, { ...form, authorization })).toEqual(refusal(400, 'invalid_request'));
    expect(server.audited).toEqual([noted(endpoint, 'credentials_repeated')]);
  });

  test('a wrong secret, with a challenge where the header was tried', async () => {
    expect(await ask(path, 'client_id=Web-production&client_secret=x')).toEqual(
      refusal(401, 'invalid_client'),
    );
    const wrong = `Basic ${Buffer.from('Web-production:x').toString('base64')}`;
    const answer = await ask(path, 'token=x', { ...form, authorization: wrong });
    expect(answer.headers['www-authenticate']).toBe(
      'Basic realm="https://keys.example.edu", charset="UTF-8"',
    );
    const event = noted(endpoint, 'client_unauthenticated', 'Web-production');
    expect(server.audited).toEqual([event, event]);
  });

  test('an unknown client, whose key is not noted, since it may be a secret', async () => {
    expect(await ask(path, `client_id=${secret}&client_secret=Web-production`)).toEqual(
      refusal(401, 'invalid_client'),
    );
    expect(server.audited).toEqual([noted(endpoint, 'client_unauthenticated')]);
  });

  test('the query for a form', async () => {
    expect(await ask(`${path}?${client}&token=x`, 'x=y')).toEqual(refusal(401, 'invalid_client'));
  });

  test.each([
    ['like a query', '?'],
    ['with a byte order mark', '\ufeff'],
  ])('a form that begins %s', async (_how, beginning) => {
    expect(await ask(path, `${beginning}${client}&token=x`)).toEqual(refusal(401, 'invalid_client'));
    expect(server.audited).toEqual([noted(endpoint, 'client_unauthenticated')]);
  });

  test('bytes that are not UTF-8', async () => {
    const body = `${client}&token=\xff`;
    const head = [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${form['content-type']}`];
    const framing = [`Content-Length: ${body.length}`, 'Connection: close', '', body];
    expect(await sendRaw(server.port, [...head, ...framing].join('\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
    expect(server.audited).toEqual([noted(endpoint, 'form_malformed')]);
  });
});

describe('the address that is noted', () => {
  test.each([
    ['a trusted proxy names', '192.0.2.7', '192.0.2.7'],
    ['the last proxy that is not trusted has', '203.0.113.9, 192.0.2.7', '192.0.2.7'],
    ['trusted proxies pass on', '192.0.2.7, 127.0.0.1', '192.0.2.7'],
  ])('is the one that %s', async (_which, forwardedFor, address) => {
    await ask('/oauth2/token', 'x=y', { ...form, 'x-forwarded-for': forwardedFor });
    expect(server.audited).toEqual([{ ...noted('token', 'client_unauthenticated'), address }]);
  });

  test('is that of the peer where no proxy is trusted', async () => {
    const untrusting = await openAuthorization(defineTable());
    await untrusting.post('/oauth2/token', { x: 'y' }, { 'x-forwarded-for': '192.0.2.7' });
    expect(untrusting.audited).toEqual([noted('token', 'client_unauthenticated')]);
    await untrusting.close();
  });
});
