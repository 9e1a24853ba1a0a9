// @module-tag full
import { chromium, type LaunchOptions, type Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { openInterop, user } from './open-interop.ts';
import { serveApplication } from './single-page-application.ts';
import { trustKeyOf } from './trust-key-of.ts';

const browserFound = await findChromium();

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** A page of a browser that trusts the key of one gateway, and the errors in its console. */
async function openPage(gatewayUrl: string, launch: LaunchOptions) {
  const trust = await trustKeyOf(gatewayUrl);
  const browser = await chromium.launch({ ...launch, args: [...(launch.args ?? []), trust] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  return { page, troubles };
}

/** The actions of a user on the pages of the authorization server. */
async function logInAndAllow(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Password').fill(user.password);
  await page.keyboard.press('Enter');
  await page.locator('button[value="allow"]').click();
}

describe.skipIf(!browserFound)('oidc-client-ts in Chromium (skipped where there is none)', () => {
  test('logs in with PKCE, calls an API of another origin, refreshes and revokes', async () => {
    let gatewayUrl = '';
    const application = await serveApplication(() => gatewayUrl);
    const interop = await openInterop({ pageUrl: application.url });
    gatewayUrl = interop.gatewayUrl;
    const { page, troubles } = await openPage(gatewayUrl, browserFound ?? {});
    await page.goto(application.url);
    await page.evaluate('begin()').catch(() => undefined);
    await logInAndAllow(page);
    await page.waitForURL(`${application.url}?code=*`);
    const first: Tokens = await page.evaluate('finish()');
    expect(first).toMatchObject({ scope: 'dogs:read', state: 'of the page' });
    const call = (token: string) => page.evaluate(`call(${JSON.stringify(token)})`);
    expect(await call(first.access_token)).toEqual({ status: 200, body: { upstream: 'dogs' } });
    const second: Tokens = await page.evaluate('refresh()');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await call(second.access_token)).toEqual({ status: 200, body: { upstream: 'dogs' } });
    expect(troubles).toEqual([]);
    await page.evaluate('revoke()');
    expect(await call(second.access_token)).toMatchObject({ status: 403, body: { code: 'token_invalid' } });
    expect(troubles).toEqual([expect.stringContaining('status of 403')]);
  }, 60_000);
});
