import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import { openGateway, type CallInTest, type GatewayInTest } from '../../gateway-in-test.ts';
import { sendRaw } from '../../send-raw.ts';
import { buildTable, defineApplication, secret } from '../../table-builder.ts';

const key = 'DogWalker-production';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = (id: string, password: string) =>
  `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;
const good = { ...form, authorization: basic(key, secret) };
let gateway: GatewayInTest;

function withSecrets(name: string, ...secrets: readonly string[]): ManifestApplication {
  const { keySets, ...application } = defineApplication(name);
  const secretDigests = secrets.map((each) => digestOf(each));
  return { ...application, keySets: keySets.map((keySet) => ({ ...keySet, secretDigests })) };
}

beforeAll(async () => {
  gateway = await openGateway(
    buildTable({
      gateway: { gatewayUrl: 'https://gateway.example.edu/apis', keyManagerUrl: 'https://keys.example.edu' },
      apis: [],
      applications: [
        defineApplication('DogWalker'),
        defineApplication('Page', 'single-page'),
        defineApplication('Login', 'web', ['authorization_code']),
        defineApplication('PublicLogin', 'single-page', ['authorization_code']),
        withSecrets('Odd', 'a:b c+é'),
        withSecrets('Rotating', 'first', 'second'),
      ],
      subscriptions: [],
    }),
  );
});

afterAll(() => gateway.close());

async function ask(body: string | undefined, headers: CallInTest['headers'] = good, url = '/oauth2/token') {
  const answer = await gateway.call(url, {
    method: 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const json = JSON.parse(answer.text) as Record<string, unknown>;
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'content-type': 'application/json; charset=utf-8',
  });
  return { status: answer.status, headers: answer.headers, json };
}

describe('a token is issued', () => {
  test.each([
    ['at the key manager', '/oauth2/token', good],
    ['at the gateway', '/apis/token', good],
    [
      'for a media type with parameters',
      '/oauth2/token',
      { ...good, 'content-type': 'Application/X-WWW-Form-Urlencoded;charset=UTF-8' },
    ],
    [
      'for a scheme in another case',
      '/apis/token',
      { ...good, authorization: good.authorization.replace('Basic', 'bAsIC') },
    ],
    [
      'for encoded credentials',
      '/apis/token',
      { ...good, authorization: basic('DogWalker%2Dproduction', secret.replaceAll('_', '%5F')) },
    ],
  ])('%s', async (_what, url, headers) => {
    const { status, json } = await ask('grant_type=client_credentials', headers, url);
    expect({ status, json }).toEqual({
      status: 200,
      json: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 600 },
    });
  });

  test.each([
    [
      'credentials in the body',
      `grant_type=client_credentials&client_id=${key}&client_secret=${secret}`,
      form,
    ],
    ['the key in both places', `grant_type=client_credentials&client_id=${key}`, good],
    ['unknown parameters', 'x=1&grant_type=client_credentials&y=', good],
    [
      'empty parameters, which count as absent',
      'grant_type=client_credentials&client_id=&client_secret=',
      good,
    ],
    ['escapes', 'grant_type=client%5fcredentials&x=a+b%20c', good],
  ])('for %s', async (_what, body, headers) => {
    expect(await ask(body, headers)).toMatchObject({ status: 200 });
  });

  test('that the published keys verify', async () => {
    const { json } = await ask('grant_type=client_credentials');
    const keys = JSON.parse((await gateway.call('/oauth2/jwks')).text) as JSONWebKeySet;
    const { payload } = await jwtVerify(String(json['access_token']), createLocalJWKSet(keys), {
      issuer: 'https://keys.example.edu',
      audience: 'https://gateway.example.edu/apis',
    });
    expect(payload).toMatchObject({ client_id: key, key_set: 'production', sub: `client:${key}` });
    expect(keys.keys[0]).not.toHaveProperty('d');
  });
});

test('a secret may hold any character, encoded or not, and is cut off at the first colon', async () => {
  const body = 'grant_type=client_credentials';
  for (const encoded of ['a%3Ab+c%2B%C3%A9', 'a:b+c%2B%C3%A9', 'a:b c%2bé'])
    expect(await ask(body, { ...form, authorization: basic('Odd-production', encoded) })).toMatchObject({
      status: 200,
    });
  expect(await ask(body, { ...form, authorization: basic('Odd-production', 'a:b+c+é') })).toMatchObject({
    status: 401,
  });
});

test('while a secret is rotated, both are good, and no other', async () => {
  const statuses = ['first', 'second', 'third', ''].map(async (sent) => {
    const authorization = basic('Rotating-production', sent);
    return (await ask('grant_type=client_credentials', { ...form, authorization })).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401]);
});

test('a page may name itself in the header, by an empty secret', async () => {
  const authorization = basic('Page-production', '');
  expect(await ask('grant_type=client_credentials', { ...form, authorization })).toMatchObject({
    status: 400,
    json: { error: 'unauthorized_client' },
  });
});

describe('a request is refused', () => {
  const grant = 'grant_type=client_credentials';
  const json = { ...good, 'content-type': 'application/json' };

  test.each([
    ['no body', undefined, { authorization: good.authorization }, 400, 'invalid_request'],
    ['another media type', '{}', json, 400, 'invalid_request'],
    ['no media type', grant, { authorization: good.authorization }, 400, 'invalid_request'],
    ['a media type that is none', grant, { ...good, 'content-type': 'form' }, 400, 'invalid_request'],
    ['no grant', 'x=1', good, 400, 'invalid_request'],
    ['an empty grant', 'grant_type=', good, 400, 'invalid_request'],
    ['a grant twice', `${grant}&${grant}`, good, 400, 'invalid_request'],
    ['any parameter twice', `${grant}&x=1&x=`, good, 400, 'invalid_request'],
    ['a broken escape', `${grant}&x=%zz`, good, 400, 'invalid_request'],
    ['an escape that is not UTF-8', `${grant}&x=%ff`, good, 400, 'invalid_request'],
    [
      'two ways to authenticate',
      `${grant}&client_id=${key}&client_secret=${secret}`,
      good,
      400,
      'invalid_request',
    ],
    ['two clients', `${grant}&client_id=Other`, good, 400, 'invalid_request'],
    [
      'two headers',
      grant,
      { ...form, authorization: [good.authorization, good.authorization] },
      400,
      'invalid_request',
    ],
    ['an unknown grant', 'grant_type=magic', good, 400, 'unsupported_grant_type'],
    ['a grant in another case', 'grant_type=Client_Credentials', good, 400, 'unsupported_grant_type'],
    [
      'an undeclared grant',
      grant,
      { ...form, authorization: basic('Login-production', secret) },
      400,
      'unauthorized_client',
    ],
    ['a page without a secret', `${grant}&client_id=Page-production`, form, 400, 'unauthorized_client'],
    [
      'a page that does not declare it',
      `${grant}&client_id=PublicLogin-production`,
      form,
      400,
      'unauthorized_client',
    ],
    ['no client', grant, form, 401, 'invalid_client'],
    ['no secret', `${grant}&client_id=${key}`, form, 401, 'invalid_client'],
    ['a wrong secret', `${grant}&client_id=${key}&client_secret=${secret}x`, form, 401, 'invalid_client'],
    ['an unknown client', `${grant}&client_id=Nobody&client_secret=${secret}`, form, 401, 'invalid_client'],
    [
      'a page that shows a secret',
      `${grant}&client_id=Page-production&client_secret=x`,
      form,
      401,
      'invalid_client',
    ],
  ])('for %s', async (_what, body, headers, status, error) => {
    const answer = await ask(body, headers);
    expect(answer).toMatchObject({ status, json: { error, error_description: expect.any(String) } });
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  test('for bytes that are not UTF-8', async () => {
    const body = `grant_type=client_credentials&client_id=${key}&client_secret=\xff`;
    const head = [
      'POST /oauth2/token HTTP/1.1',
      'Host: a',
      'Content-Type: application/x-www-form-urlencoded',
    ];
    const framing = [`Content-Length: ${body.length}`, 'Connection: close', '', body];
    const answer = await sendRaw(gateway.port, [...head, ...framing].join('\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"invalid_request"');
  });

  test('for a form that is compressed, or said to be', async () => {
    const body = 'grant_type=client_credentials';
    expect(await ask(body, { ...good, 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      json: { error: 'invalid_request', error_description: expect.stringContaining('compressed') },
    });
    expect(await ask(body, { ...good, 'content-encoding': 'Identity' })).toMatchObject({ status: 200 });
  });

  test.each([
    ['a wrong secret', basic(key, 'wrong')],
    ['a stray character', good.authorization.replace(/.{9}$/, '!$&')],
    ['a space within', good.authorization.replace(/.{9}$/, ' $&')],
    ['a page that shows a secret', basic('Page-production', 'x')],
    ['an empty secret', basic(key, '')],
    ['an unknown client', basic('Nobody', secret)],
    ['no colon', `Basic ${Buffer.from(key).toString('base64')}`],
    ['no base64', 'Basic a:b'],
    ['a broken escape', basic('%zz', secret)],
    ['another scheme', 'Bearer abc'],
    ['no credentials', 'Basic'],
  ])('with a challenge for %s in the header', async (_what, authorization) => {
    const answer = await ask(grant, { ...form, authorization });
    expect(answer).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
    expect(answer.headers['www-authenticate']).toBe(
      'Basic realm="https://keys.example.edu", charset="UTF-8"',
    );
  });

  test('for parameters in the query alone', async () => {
    const query = `?grant_type=client_credentials&client_id=${key}&client_secret=${secret}`;
    expect(await ask('', form, `/oauth2/token${query}`)).toMatchObject({
      status: 401,
      json: { error: 'invalid_client' },
    });
    expect(await ask('', good, `/oauth2/token${query}`)).toMatchObject({
      json: { error: 'invalid_request' },
    });
  });

  test('for a body beyond 64 KiB', async () => {
    expect(await ask(`${grant}&x=${'x'.repeat(65_536)}`)).toMatchObject({
      status: 413,
      json: { error: 'invalid_request' },
    });
    expect(await ask(`${grant}&x=${'x'.repeat(65_000)}`)).toMatchObject({ status: 200 });
  });

  test('for another method, whatever it brings', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const body = method === 'PUT' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
      const answer = await gateway.call('/oauth2/token', { method, ...body });
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST', 'cache-control': 'no-store' } });
      expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid_request' });
    }
  });
});

test('none of this is a program error of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
