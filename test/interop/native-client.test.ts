import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oidc from 'openid-client';
import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { full } from '../full-run.ts';
import { openShared } from '../serve/running-gateway.ts';
import { DrivenBrowser } from './driven-browser.ts';
import { findChromium } from './find-chromium.ts';
import { nativeKey, openInterop, user, type Interop } from './open-interop.ts';
import { trustKeyOf } from './trust-key-of.ts';

const browserFound = await findChromium();

/** A program that waits on a port that it chooses, as RFC 8252 section 7.3 describes. */
async function listen() {
  const arrived = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/cb?') === true) arrived.resolve(request.url);
    response.end('You can close this window.');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { redirectUri: `${origin}/cb`, arrived: arrived.promise.then((path) => new URL(path, origin)) };
}

async function begin({ gatewayUrl, fetch }: Interop, redirectUri: string) {
  const client = await oidc.discovery(new URL(gatewayUrl), nativeKey, undefined, oidc.None(), {
    algorithm: 'oauth2',
    [oidc.customFetch]: fetch,
  });
  const checks = { pkceCodeVerifier: oidc.randomPKCECodeVerifier(), expectedState: oidc.randomState() };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'dogs:read',
    state: checks.expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  return { client, checks, url };
}

/** Takes the tokens of an answer, calls an API with them, and refreshes them. */
async function useAnswer(
  interop: Interop,
  answer: URL,
  { client, checks }: Awaited<ReturnType<typeof begin>>,
) {
  const first = await oidc.authorizationCodeGrant(client, answer, checks);
  const second = await oidc.refreshTokenGrant(client, String(first.refresh_token));
  const dogs = new URL(`${interop.gatewayUrl}/dog_park/v1/dogs`);
  const call = await oidc.fetchProtectedResource(client, second.access_token, dogs, 'GET');
  return call.json();
}

describe('a native application with openid-client', () => {
  let interop: Interop;

  beforeAll(() =>
    openShared(async (atEnd) => {
      interop = await openInterop({ atEnd });
    }),
  );

  test('logs in through a loopback address with a port of its own choice', async () => {
    const { redirectUri } = await listen();
    const begun = await begin(interop, redirectUri);
    const answer = await new DrivenBrowser(interop).logInAndAllow(begun.url);
    expect(answer.href.startsWith(`${redirectUri}?code=`)).toBe(true);
    expect(await useAnswer(interop, answer, begun)).toEqual({ upstream: 'dogs' });
  });

  test('logs in through a scheme of its own', async () => {
    const begun = await begin(interop, 'com.example.dogs:/cb');
    const answer = await new DrivenBrowser(interop).logInAndAllow(begun.url);
    expect(answer.href.startsWith('com.example.dogs:/cb?code=')).toBe(true);
    expect(await useAnswer(interop, answer, begun)).toEqual({ upstream: 'dogs' });
  });

  test.skipIf(!browserFound)(
    'logs in by Chromium (skipped where there is none)',
    { ...full, timeout: 60_000 },
    async () => {
      const { redirectUri, arrived } = await listen();
      const begun = await begin(interop, redirectUri);
      const trust = await trustKeyOf(interop.gatewayUrl);
      const browser = await chromium.launch({
        ...browserFound,
        args: [...(browserFound?.args ?? []), trust],
      });
      onTestFinished(() => browser.close());
      const page = await browser.newPage();
      await page.goto(begun.url.href);
      await page.getByLabel('Username').fill(user.username);
      await page.getByLabel('Password').fill(user.password);
      await page.keyboard.press('Enter');
      await page.locator('button[value="allow"]').click();
      await page.getByText('You can close this window.').waitFor();
      expect(await useAnswer(interop, await arrived, begun)).toEqual({ upstream: 'dogs' });
    },
  );
});
