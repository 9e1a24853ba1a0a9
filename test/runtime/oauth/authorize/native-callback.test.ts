import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineApplication } from '../../table-builder.ts';
import {
  challenge,
  defineTable,
  defineWebApplication,
  openAuthorization,
  verifier,
  type AuthorizationInTest,
} from '../authorization-in-test.ts';
import { BrowserInTest } from './browser-in-test.ts';
import { allow, answerIn, fillIn, logInFor, requestOf } from './flow-in-test.ts';

const callbackUrls = [
  'http://127.0.0.1/cb',
  'http://[::1]/cb?from=login',
  'http://127.0.0.1:7777/fixed',
  'http://localhost/cb',
  'https://app.example.edu/cb',
  'com.example.app:/cb',
];

let server: AuthorizationInTest;

beforeAll(async () => {
  const native = defineApplication('Native', 'native', ['authorization_code', 'refresh_token']);
  server = await openAuthorization(
    defineTable({
      applications: [
        { ...native, callbackUrls },
        defineWebApplication('Local', { callbackUrls: ['http://127.0.0.1/cb'] }),
      ],
    }),
  );
});

afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

function nativeRequest(redirectUri: string, changes: Readonly<Record<string, string | undefined>> = {}) {
  return requestOf({
    client_id: 'Native-production',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
}

describe('a native application is answered at', () => {
  test.each([
    ['the loopback address without a port', 'http://127.0.0.1/cb', 'http://127.0.0.1/cb?code='],
    ['any port of the loopback address', 'http://127.0.0.1:49152/cb', 'http://127.0.0.1:49152/cb?code='],
    ['the highest port', 'http://127.0.0.1:65535/cb', 'http://127.0.0.1:65535/cb?code='],
    ['any port of IPv6', 'http://[::1]:1/cb?from=login', 'http://[::1]:1/cb?from=login&code='],
    ['a declared port', 'http://127.0.0.1:7777/fixed', 'http://127.0.0.1:7777/fixed?code='],
    ['a scheme of its own', 'com.example.app:/cb', 'com.example.app:/cb?code='],
    ['an https URL', 'https://app.example.edu/cb', 'https://app.example.edu/cb?code='],
  ])('%s', async (_what, redirectUri, start) => {
    const answer = await allow(new BrowserInTest(server.url), nativeRequest(redirectUri));
    expect(answer.href.slice(0, start.length)).toBe(start);
    const { code = '' } = answerIn(answer);
    const token = await server.post('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: 'Native-production',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    expect(token).toMatchObject({ status: 200, json: { refresh_token: expect.any(String) as string } });
  });
});

describe('nobody is redirected to', () => {
  test.each([
    ['a user name that looks like the address', 'http://127.0.0.1@evil.example/cb'],
    ['a user name and a port', 'http://127.0.0.1:80@evil.example/cb'],
    ['a user name in front', 'http://evil@127.0.0.1:80/cb'],
    ['two ports', 'http://127.0.0.1:80:80/cb'],
    ['a host that begins alike', 'http://127.0.0.1.evil.com/cb'],
    ['a host that begins alike, with a port', 'http://127.0.0.1.evil.com:80/cb'],
    ['a port that is a host', 'http://127.0.0.1:evil.com/cb'],
    ['a port with a path of another host', 'http://127.0.0.1:80\\@evil.com/cb'],
    ['an empty port', 'http://127.0.0.1:/cb'],
    ['port 0', 'http://127.0.0.1:0/cb'],
    ['a port with a zero in front', 'http://127.0.0.1:080/cb'],
    ['a port beyond 65535', 'http://127.0.0.1:65536/cb'],
    ['a port of six digits', 'http://127.0.0.1:655350/cb'],
    ['a negative port', 'http://127.0.0.1:-1/cb'],
    ['a signed port', 'http://127.0.0.1:+80/cb'],
    ['a port in hexadecimal', 'http://127.0.0.1:0x50/cb'],
    ['a port in other digits', 'http://127.0.0.1:８０/cb'],
    ['an escaped port', 'http://127.0.0.1:%38%30/cb'],
    ['an escaped colon', 'http://127.0.0.1%3A80/cb'],
    ['a port with a space', 'http://127.0.0.1: 80/cb'],
    ['a port with a line break', 'http://127.0.0.1:80\n/cb'],
    ['https', 'https://127.0.0.1:80/cb'],
    ['the scheme in capitals', 'HTTP://127.0.0.1:80/cb'],
    ['the path in capitals', 'http://127.0.0.1:80/CB'],
    ['another path', 'http://127.0.0.1:80/other'],
    ['a path below', 'http://127.0.0.1:80/cb/x'],
    ['no path', 'http://127.0.0.1:80'],
    ['a query', 'http://127.0.0.1:80/cb?x=1'],
    ['a fragment', 'http://127.0.0.1:80/cb#x'],
    ['the same query missing', 'http://[::1]:80/cb'],
    ['another address of this machine', 'http://127.0.0.2:80/cb'],
    ['the address as a number', 'http://2130706433:80/cb'],
    ['the address in short', 'http://127.1:80/cb'],
    ['the address in octal', 'http://0177.0.0.1:80/cb'],
    ['IPv6 in full', 'http://[0:0:0:0:0:0:0:1]:80/cb?from=login'],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]:80/cb'],
    ['all addresses', 'http://0.0.0.0:80/cb'],
    ['localhost with another port', 'http://localhost:80/cb'],
    ['another port than the declared one', 'http://127.0.0.1:7778/fixed'],
    ['the declared port left out', 'http://127.0.0.1/fixed'],
    ['https with another port', 'https://app.example.edu:8443/cb'],
    ['another scheme', 'com.example.evil:/cb'],
    ['the private scheme in capitals', 'COM.example.app:/cb'],
    ['the private scheme with a host', 'com.example.app://cb'],
    ['the private scheme with an escape', 'com.example.app:/%63b'],
    ['a script', 'javascript:alert(1)'],
    ['a script with a comment', 'javascript://127.0.0.1/cb'],
    ['data', 'data:text/html,hello'],
  ])('%s', async (_what, redirectUri) => {
    const answer = await new BrowserInTest(server.url).visit(nativeRequest(redirectUri));
    expect(answer).toMatchObject({
      status: 400,
      code: 'redirect_uri_unregistered',
      location: '',
      forms: [],
    });
  });

  test('another port of a web application, whose callback is compared in each character', async () => {
    const browser = new BrowserInTest(server.url);
    const answer = await browser.visit(
      requestOf({ client_id: 'Local-production', redirect_uri: 'http://127.0.0.1:4000/cb' }),
    );
    expect(answer).toMatchObject({ status: 400, code: 'redirect_uri_unregistered', location: '' });
  });
});

describe('a native application', () => {
  test('has to prove itself with PKCE', async () => {
    const browser = new BrowserInTest(server.url);
    const request = nativeRequest('com.example.app:/cb', {
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    const { location } = await logInFor(browser, request);
    expect(location.startsWith('com.example.app:/cb?error=invalid_request&')).toBe(true);
  });

  test('gets a code for the port that it asked with, and no other', async () => {
    const browser = new BrowserInTest(server.url);
    const { code = '' } = answerIn(await allow(browser, nativeRequest('http://127.0.0.1:5001/cb')));
    const answer = await server.post('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: 'Native-production',
      code,
      redirect_uri: 'http://127.0.0.1:5002/cb',
      code_verifier: verifier,
    });
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  test.each(callbackUrls)('asks for consent each time, also at %s (RFC 8252 section 8.6)', async (url) => {
    const browser = new BrowserInTest(server.url);
    await allow(browser, nativeRequest(url));
    const page = await browser.visit(nativeRequest(url));
    expect([page.heading, page.location]).toEqual(['Allow Native to act for you?', '']);
  });

  test.each([
    ['com.example.app:/cb', 'the program com.example.app on this device'],
    ['http://127.0.0.1:5001/cb', 'a program on this device (127.0.0.1:5001)'],
    ['https://app.example.edu/cb', 'app.example.edu'],
  ])('shows for %s where the answer goes to', async (redirectUri, destination) => {
    const page = await logInFor(new BrowserInTest(server.url), nativeRequest(redirectUri));
    expect(page.text).toContain(destination);
  });

  test('receives a refusal by its own scheme', async () => {
    const browser = new BrowserInTest(server.url);
    const page = await logInFor(browser, nativeRequest('com.example.app:/cb'));
    const { location } = await fillIn(browser, page, { decision: 'deny' });
    expect(location.startsWith('com.example.app:/cb?error=access_denied&')).toBe(true);
  });

  test('may not read the responses of the token endpoint as a page', async () => {
    for (const origin of ['http://127.0.0.1', 'http://127.0.0.1:5001', 'https://app.example.edu', 'null']) {
      const answer = await server.call('/oauth2/token', { method: 'POST', headers: { origin } });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each(['client_credentials', 'password', 'urn:ietf:params:oauth:grant-type:saml2-bearer'])(
    'cannot use the grant %s',
    async (grantType) => {
      const answer = await server.post('/oauth2/token', {
        grant_type: grantType,
        client_id: 'Native-production',
      });
      expect(answer).toMatchObject({ status: 400, json: { error: 'unauthorized_client' } });
    },
  );
});
