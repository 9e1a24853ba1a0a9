import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  challenge,
  definePage,
  defineTable,
  defineWebApplication,
  openAuthorization,
  redirectUri,
  verifier,
  type AuthorizationInTest,
} from '../authorization-in-test.ts';
import { BrowserInTest } from './browser-in-test.ts';
import { allow, answerIn, fillIn, logInFor, requestOf } from './flow-in-test.ts';

const iss = 'https://keys.example.edu';
const pageUri = 'https://page.example.edu/app/callback';
const page = { client_id: 'Page-production', redirect_uri: pageUri };
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
const bare = { client_id: 'Bare-production', redirect_uri: 'https://bare.example.edu' };
let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(
    defineTable({
      applications: [
        definePage('Implicit', { grants: ['implicit'], callbackUrls: ['https://old.example.edu/?a=%20b'] }),
        defineWebApplication('Bare', { callbackUrls: ['https://bare.example.edu'] }),
        defineWebApplication('NoCode', { grants: ['client_credentials'] }),
      ],
    }),
  );
});

afterAll(() => server.close());

const browse = () => new BrowserInTest(server.url);

describe('a code is given', () => {
  test('after login and consent, and redeemed', async () => {
    const url = await allow(browse(), requestOf({ scope: 'dogs:read', state: 'a b&c=d"<é' }));
    expect(answerIn(url)).toEqual({
      from: 'login',
      code: expect.stringMatching(/^[\w.-]{43,}$/),
      state: 'a b&c=d"<é',
      iss,
    });
    const { json } = await server.exchange('Web-production', answerIn(url)['code'] ?? '');
    expect(json).toMatchObject({ token_type: 'Bearer', scope: 'dogs:read' });
  });

  test('without a state where none was sent, to an address without a path', async () => {
    const url = await allow(browse(), requestOf({ ...bare, state: undefined }));
    expect(url.href).toMatch(
      /^https:\/\/bare\.example\.edu\/\?code=[\w.-]+&iss=https%3A%2F%2Fkeys\.example\.edu$/,
    );
  });

  test('bound to the challenge, which a public client has to send', async () => {
    const url = await allow(browse(), requestOf({ ...page, ...pkce }));
    const code = answerIn(url)['code'] ?? '';
    const redeem = { redirect_uri: pageUri, code_verifier: verifier };
    expect(await server.exchange('Page-production', code, redeem)).toMatchObject({ status: 200 });
  });

  test('for the key set that asked, which the user is shown', async () => {
    const browser = browse();
    const consent = await logInFor(browser, requestOf({ client_id: 'Web-sandbox' }));
    expect(consent.text).toContain('This is the sandbox');
    const { location } = await fillIn(browser, consent, { decision: 'allow' });
    const code = answerIn(location)['code'] ?? '';
    // Mixed-up key sets: the other one of the same application cannot redeem it.
    expect(await server.exchange('Web-production', code)).toMatchObject({
      status: 400,
      json: { error: 'invalid_grant' },
    });
    expect(await server.exchange('Web-sandbox', code)).toMatchObject({ status: 200 });
  });

  test('for a posted request, which is repeated with GET', async () => {
    const browser = browse();
    const body = requestOf({ scope: '' }).slice('/authorize?'.length);
    const posted = await browser.submit('/authorize', `${body}&x=1`, {
      origin: 'https://app.example.edu',
      'sec-fetch-site': 'cross-site',
    });
    expect(posted).toMatchObject({ status: 303, location: `/authorize?${body}` });
    expect((await browser.follow(posted)).heading).toBe('Log in to Web');
  });

  test('whatever unknown parameters are there, even twice', async () => {
    const browser = browse();
    expect(await browser.visit(`${requestOf()}&nonce=1&nonce=2&prompt=`)).toMatchObject({
      status: 200,
      heading: 'Log in to Web',
    });
  });
});

describe('a token is given', () => {
  const request = {
    response_type: 'token',
    client_id: 'Implicit-production',
    redirect_uri: 'https://old.example.edu/?a=%20b',
  };

  test('in the fragment, with no refresh token, where implicit is declared', async () => {
    const url = await allow(browse(), requestOf({ ...request, scope: 'dogs:read' }));
    expect(url.href.split('#')[0]).toBe('https://old.example.edu/?a=%20b');
    expect(answerIn(url, 'hash')).toEqual({
      access_token: expect.stringMatching(/^ey[\w.-]+$/),
      token_type: 'Bearer',
      expires_in: '600',
      scope: 'dogs:read',
      state: 's1',
      iss,
    });
  });

  test.each([
    ['response_mode', { ...request, response_mode: 'query' }, 'invalid_request'],
    ['scope', { ...request, scope: 'cats' }, 'invalid_scope'],
    ['application', requestWith('token'), 'unauthorized_client'],
  ])('or an error in the fragment, for another %s', async (_what, changes, error) => {
    const { location } = await logInFor(browse(), requestOf(changes));
    expect(new URL(location).search).not.toContain('error');
    expect(answerIn(location, 'hash')).toMatchObject({ error, state: 's1', iss });
  });

  test('for a quarter of an hour at most', async () => {
    const { token } = server.server().settings;
    const application = definePage('Implicit', {
      grants: ['implicit'],
      callbackUrls: [request.redirect_uri],
    });
    const gateway = { token: { ...token, lifetimeSeconds: 3600 } };
    const long = await openAuthorization(defineTable({ gateway, applications: [application] }));
    const url = await allow(new BrowserInTest(long.url), requestOf(request));
    expect(answerIn(url, 'hash')).toMatchObject({ expires_in: '900' });
    await long.close();
  });

  test('to nobody where no application declares implicit', async () => {
    const strict = await openAuthorization(defineTable());
    const { location } = await logInFor(new BrowserInTest(strict.url), requestOf(requestWith('token')));
    expect(answerIn(location, 'hash')).toMatchObject({ error: 'unsupported_response_type' });
    await strict.close();
  });
});

function requestWith(responseType: string) {
  return { response_type: responseType };
}

describe('an error is redirected, after the login', () => {
  test.each([
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['an empty response_type', { response_type: '' }, 'invalid_request'],
    ['another response_type', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['two response_types', { response_type: 'code token' }, 'unsupported_response_type'],
    ['a response_type in capitals', { response_type: 'CODE' }, 'unsupported_response_type'],
    ['an undeclared grant', { client_id: 'NoCode-production' }, 'unauthorized_client'],
    ['a fragment for the code', { response_mode: 'fragment' }, 'invalid_request'],
    ['a form for the code', { response_mode: 'form_post' }, 'invalid_request'],
    ['an unknown scope', { scope: 'dogs:read cats' }, 'invalid_scope'],
    ['a scope that is malformed', { scope: 'dogs:read  dogs:write' }, 'invalid_scope'],
    ['no challenge from a public client', page, 'invalid_request'],
    ['an empty challenge from a public client', { ...page, ...pkce, code_challenge: '' }, 'invalid_request'],
    ['the method plain', { ...page, ...pkce, code_challenge_method: 'plain' }, 'invalid_request'],
    ['the method left out, which means plain', { code_challenge: challenge }, 'invalid_request'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['a short challenge', { ...pkce, code_challenge: challenge.slice(1) }, 'invalid_request'],
    ['a long challenge', { ...pkce, code_challenge: `${challenge}A` }, 'invalid_request'],
    ['a challenge in base64', { ...pkce, code_challenge: `${challenge.slice(1)}+` }, 'invalid_request'],
    ['a request object', { request: 'ey.ey.' }, 'request_not_supported'],
    ['a request by reference', { request_uri: 'https://a.example' }, 'request_uri_not_supported'],
  ])('for %s', async (_what, changes, error) => {
    const browser = browse();
    const first = await browser.visit(requestOf(changes));
    expect(first).toMatchObject({ status: 200, location: '' });
    const { location, status, headers } = await logInFor(browser, requestOf(changes));
    expect(status).toBe(303);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(location.startsWith('https://')).toBe(true);
    expect(answerIn(location)).toMatchObject({ error, state: 's1', iss });
    expect(answerIn(location)['error_description']).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
  });

  test.each(['scope', 'response_type', 'code_challenge', 'request'])(
    'for %s that is sent twice',
    async (name) => {
      const request = `${requestOf()}&${name}=code&${name}=code`;
      const { location } = await logInFor(browse(), request);
      expect(answerIn(location)).toMatchObject({ error: 'invalid_request', state: 's1' });
    },
  );

  test('for a state that is sent twice, without either', async () => {
    const { location } = await logInFor(browse(), `${requestOf()}&state=s2`);
    expect(answerIn(location)).toEqual(expect.not.objectContaining({ state: expect.anything() }));
    expect(answerIn(location)).toMatchObject({ error: 'invalid_request' });
  });

  test('at once for somebody who is logged in', async () => {
    const browser = browse();
    await logInFor(browser);
    const { location } = await browser.visit(requestOf({ scope: 'cats' }));
    expect(answerIn(location)).toMatchObject({ error: 'invalid_scope' });
    expect(server.audited.at(-1)).toEqual({
      event: 'request_refused',
      endpoint: 'authorize',
      refused: 'scope_refused',
      clientId: 'Web-production',
      address: '127.0.0.1',
    });
  });
});

describe('a page tells, and nobody is redirected,', () => {
  test.each([
    ['without a client', requestOf({ client_id: undefined }), 'client_missing'],
    ['for an empty client', requestOf({ client_id: '' }), 'client_missing'],
    ['for two clients', `${requestOf()}&client_id=Web-production`, 'client_missing'],
    ['for an unknown client', requestOf({ client_id: 'Nobody' }), 'client_unknown'],
    ['for the name of the application as its key', requestOf({ client_id: 'Web' }), 'client_unknown'],
    ['for a client of the prototype', requestOf({ client_id: '__proto__' }), 'client_unknown'],
    ['without a redirect_uri', requestOf({ redirect_uri: undefined }), 'redirect_uri_missing'],
    ['for two redirect_uris', `${requestOf()}&redirect_uri=https://evil.example`, 'redirect_uri_missing'],
    ['for a broken escape', `${requestOf()}&x=%zz`, 'query_malformed'],
    ['for an escape that is not UTF-8', `${requestOf()}&state=%ff`, 'query_malformed'],
    ['for an overlong escape', `${requestOf()}&state=%c0%af`, 'query_malformed'],
    ['for a long state', requestOf({ state: 's'.repeat(2400) }), 'request_too_long'],
    ['for nothing at all', '/authorize', 'client_missing'],
    ['for a client behind two question marks', '/authorize??client_id=Web-production', 'client_missing'],
  ])('%s', async (_what, request, code) => {
    const answer = await browse().visit(request);
    expect(answer).toMatchObject({ status: 400, location: '', code, forms: [] });
    // Registered values are not shown.
    expect(answer.body).not.toContain('app.example.edu');
    expect(server.audited.at(-1)).toMatchObject({
      event: 'request_refused',
      endpoint: 'authorize',
      refused: code,
    });
  });

  test('of a form that is too large or of another type', async () => {
    const browser = browse();
    expect(await browser.submit('/authorize', `x=${'1'.repeat(65_536)}`)).toMatchObject({
      status: 413,
      code: 'form_too_large',
    });
    const json = { 'content-type': 'application/json' };
    expect(await browser.submit('/authorize', '{}', json)).toMatchObject({
      status: 400,
      code: 'form_unreadable',
    });
    const coded = { 'content-encoding': 'gzip' };
    expect(await browser.submit('/authorize', 'a=1', coded)).toMatchObject({
      status: 400,
      code: 'form_unreadable',
    });
    expect(await browser.submit('/authorize', 'state=%ff')).toMatchObject({
      status: 400,
      code: 'query_malformed',
    });
    expect(await browser.submit('/authorize', '')).toMatchObject({ status: 400, code: 'client_missing' });
    const long = requestOf({ state: 's'.repeat(50_000) }).slice('/authorize?'.length);
    expect(await browser.submit('/authorize', long)).toMatchObject({ status: 400, code: 'request_too_long' });
  });

  test.each([
    ['/authorize', 'PUT', 'GET, POST'],
    ['/authorize', 'HEAD', 'GET, POST'],
    ['/authorize', 'OPTIONS', 'GET, POST'],
    ['/authorize/login', 'GET', 'POST'],
    ['/authorize/consent', 'GET', 'POST'],
    ['/authorize/federated', 'GET', 'POST'],
    ['/authorize/callback/somewhere', 'POST', 'GET'],
  ] as const)('of %s that it does not take %s', async (path, method, allowed) => {
    const answer = await server.call(path, { method, headers: { origin: 'https://page.example.edu' } });
    expect(answer).toMatchObject({ status: 405, headers: { allow: allowed } });
    // No page of another origin may read anything here.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('of a consumer key only as far as it is known', async () => {
    await browse().visit(requestOf({ client_id: 'a-secret-in-the-wrong-place' }));
    expect(server.audited.at(-1)).not.toHaveProperty('clientId');
    expect(JSON.stringify(server.audited)).not.toContain('a-secret-in');
  });
});

test('the longest request fits into the cookies of a login', async () => {
  const spare = 2400 - requestOf({ state: '' }).length + '/authorize?'.length;
  expect(await browse().visit(requestOf({ state: 's'.repeat(spare) }))).toMatchObject({ status: 200 });
  expect(await browse().visit(requestOf({ state: 's'.repeat(spare + 1) }))).toMatchObject({
    code: 'request_too_long',
  });
  expect(redirectUri.length).toBeLessThan(spare);
});

test('a table that is mounted below a path has its pages there', async () => {
  const mounted = await openAuthorization(
    defineTable({ gateway: { authUrl: 'https://gateway.example.edu/auth/v1' } }),
  );
  const browser = new BrowserInTest(mounted.url);
  const login = await browser.visit(`/auth/v1${requestOf()}`);
  expect(login.forms.map(({ action }) => action)).toEqual(['/auth/v1/authorize/login']);
  expect(await browser.visit(requestOf())).toMatchObject({ status: 404 });
  await mounted.close();
});
