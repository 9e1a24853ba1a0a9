// @module-tag full
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineTable, openAuthorization, type AuthorizationInTest } from '../authorization-in-test.ts';
import { draws } from '../../../full-run.ts';
import { BrowserInTest } from './browser-in-test.ts';
import { allow, requestOf } from './flow-in-test.ts';

const registered = 'https://app.example.edu/callback?from=login';
let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(defineTable());
});

afterAll(() => server.close());

/** A user who is logged in and has consented would be redirected at once. */
async function consented() {
  const browser = new BrowserInTest(server.url);
  await allow(browser);
  return browser;
}

describe('nobody is redirected to', () => {
  test.each([
    ['another host', 'https://evil.example/callback?from=login'],
    ['a host that begins alike', 'https://app.example.edu.evil.example/callback?from=login'],
    ['a host that ends alike', 'https://evilapp.example.edu/callback?from=login'],
    ['a subdomain', 'https://x.app.example.edu/callback?from=login'],
    ['the host behind user information', 'https://app.example.edu@evil.example/callback?from=login'],
    ['the host with user information', 'https://evil@app.example.edu/callback?from=login'],
    ['the host with a trailing dot', 'https://app.example.edu./callback?from=login'],
    ['the host in capitals', 'https://APP.example.edu/callback?from=login'],
    ['the host with a look-alike letter', 'https://аpp.example.edu/callback?from=login'],
    ['the default port, spelt out', 'https://app.example.edu:443/callback?from=login'],
    ['another port', 'https://app.example.edu:8443/callback?from=login'],
    ['another scheme', 'http://app.example.edu/callback?from=login'],
    ['the scheme in capitals', 'HTTPS://app.example.edu/callback?from=login'],
    ['no scheme', '//app.example.edu/callback?from=login'],
    ['no scheme and another host', '//evil.example'],
    ['a path alone', '/callback?from=login'],
    ['backslashes', 'https:\\\\app.example.edu\\callback?from=login'],
    ['a backslash before the host', 'https://evil.example\\@app.example.edu/callback?from=login'],
    ['a script', 'javascript:alert(1)//https://app.example.edu/callback?from=login'],
    ['data', 'data:text/html,<script>1</script>'],
    ['a fragment', 'https://app.example.edu/callback?from=login#x'],
    ['an empty fragment', 'https://app.example.edu/callback?from=login#'],
    ['another path', 'https://app.example.edu/other?from=login'],
    ['a path below', 'https://app.example.edu/callback/x?from=login'],
    ['the path with a slash', 'https://app.example.edu/callback/?from=login'],
    ['the path in capitals', 'https://app.example.edu/Callback?from=login'],
    ['the path by dots', 'https://app.example.edu/x/../callback?from=login'],
    ['the path with an escape', 'https://app.example.edu/%63allback?from=login'],
    ['no query', 'https://app.example.edu/callback'],
    ['another query', 'https://app.example.edu/callback?from=other'],
    ['a longer query', 'https://app.example.edu/callback?from=login&x=1'],
    ['a query in another case', 'https://app.example.edu/callback?From=login'],
    ['white space in front', ' https://app.example.edu/callback?from=login'],
    ['white space behind', 'https://app.example.edu/callback?from=login '],
    ['a line break', 'https://app.example.edu/callback?from=login\r\nLocation: https://evil.example'],
    ['a tab', 'https://app.exa\tmple.edu/callback?from=login'],
    ['a null', 'https://app.example.edu/callback?from=login\0'],
    ['the callback of another application', 'https://page.example.edu/app/callback'],
    ['a pattern', 'https://app.example.edu/*'],
  ])('%s', async (_what, redirectUri) => {
    const browser = await consented();
    for (const responseType of ['code', 'token', 'nothing']) {
      const answer = await browser.visit(
        requestOf({ redirect_uri: redirectUri, response_type: responseType }),
      );
      expect(answer).toMatchObject({
        status: 400,
        code: 'redirect_uri_unregistered',
        location: '',
        forms: [],
      });
    }
  });

  test('anything that is not the same in every character', async () => {
    const browser = await consented();
    const places = fc.nat({ max: registered.length });
    const edited = fc.tuple(places, fc.nat({ max: 2 }), fc.string({ unit: 'binary', maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(edited, async ([at, gone, text]) => {
        const redirectUri = (registered.slice(0, at) + text + registered.slice(at + gone)).toWellFormed();
        fc.pre(redirectUri !== registered && redirectUri !== '');
        const answer = await browser.visit(requestOf({ redirect_uri: redirectUri }));
        expect(answer).toMatchObject({ status: 400, code: 'redirect_uri_unregistered', location: '' });
      }),
      { numRuns: draws(200) },
    );
  });
});

test('the same address is redirected to, however its parameter is escaped', async () => {
  const browser = await consented();
  const all = [...registered].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  const answer = await browser.visit(`${requestOf({ redirect_uri: undefined })}&redirect_uri=${all}`);
  expect(answer.location.startsWith(`${registered}&code=`)).toBe(true);
});

test('no path of our own redirects to another site', async () => {
  const browser = await consented();
  for (const path of [
    '//evil.example/authorize',
    '/authorize//evil.example',
    '/authorize/callback/%2F%2Fevil.example',
  ]) {
    expect((await browser.visit(path)).location).toBe('');
  }
});
