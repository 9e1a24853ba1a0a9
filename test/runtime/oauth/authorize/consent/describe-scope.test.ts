import { expect, onTestFinished, test } from 'vitest';
import { defineTable, openAuthorization } from '../../authorization-in-test.ts';
import { BrowserInTest } from '../browser-in-test.ts';
import { allow, logInFor } from '../flow-in-test.ts';

const scopes = ['dogs:read', 'dogs:walk', 'dogs:wirte', 'dogs:feed'];

async function open() {
  const otherScopes = { 'dogs:walk': 'Walk your dogs.', 'dogs:feed': '' };
  const server = await openAuthorization(defineTable({ scopes, otherScopes }));
  onTestFinished(() => server.close());
  return { server, browser: new BrowserInTest(server.url) };
}

const unknown = (scope: string) => `Use the permission “${scope}”, which its API does not describe.`;

test('users read what a scope allows, also if no operation requires it or nobody describes it', async () => {
  const { server, browser } = await open();
  const { text } = await logInFor(browser);
  for (const sentence of [
    'May use dogs:read.',
    'Walk your dogs.',
    unknown('dogs:feed'),
    unknown('dogs:wirte'),
  ])
    expect(text).toContain(sentence);
  const code = (await allow(new BrowserInTest(server.url))).searchParams.get('code') ?? '';
  expect((await server.exchange('Web-production', code)).status).toBe(200);
  expect((await browser.visit('/authorize/grants')).text).toContain('Walk your dogs.');
});

test('the metadata lists each scope that an API declares', async () => {
  const { server } = await open();
  const metadata = JSON.parse((await server.call('/.well-known/oauth-authorization-server')).text) as {
    scopes_supported: readonly string[];
  };
  expect(metadata.scopes_supported).toEqual(['dogs:feed', 'dogs:read', 'dogs:walk', 'dogs:write']);
});
