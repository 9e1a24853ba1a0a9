import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { isWithoutBrowser, launchBrowser, skipped } from '../../../interop/open-browser.ts';
import {
  definePage,
  defineTable,
  openAuthorization,
  passwordOfAlice,
  type AuthorizationInTest,
} from '../authorization-in-test.ts';
import { full } from '../../../full-run.ts';

let application: Server;
let callback: string;
let server: AuthorizationInTest;
let browser: Browser;

/**
 * Serves an application that logs in by a separate window, which comes back to the same page. It gives up where it sees
 * no window any more, as it would if the pages of the login cut themselves off from who opened them.
 */
async function openApplication(): Promise<void> {
  const library = new URL('../browser/oidc-client-ts.js', import.meta.resolve('oidc-client-ts'));
  const script = await readFile(library, 'utf8');
  application = createServer(({ url }, response) => {
    const isScript = url === '/oidc-client-ts.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : renderPage());
  });
  await new Promise<void>((listening) => application.listen(0, '127.0.0.1', listening));
  callback = `http://localhost:${(application.address() as AddressInfo).port}/`;
}

function renderPage(): string {
  const settings = {
    authority: server.url,
    metadataUrl: `${server.url}/.well-known/oauth-authorization-server`,
    client_id: 'Popup-production',
    redirect_uri: callback,
    scope: 'dogs:read',
    automaticSilentRenew: false,
  };
  return `<!doctype html>
<title>Dogs</title>
<link rel="icon" href="data:," />
<script src="/oidc-client-ts.js"></script>
<script>
  const manager = new oidc.UserManager(${JSON.stringify(settings)});
  const begin = async () => {
    try {
      return (await manager.signinPopup({ popupAbortOnClose: true })).scope;
    } catch (error) {
      return String(error);
    }
  };
  if (location.search !== '') manager.signinPopupCallback();
</script>
`;
}

beforeAll(async () => {
  if (isWithoutBrowser) return;
  await openApplication();
  const table = (url: string) =>
    defineTable({
      gateway: { gatewayUrl: url, authUrl: url, keyManagerUrl: url },
      applications: [definePage('Popup', { callbackUrls: [callback] })],
    });
  server = await openAuthorization(table('http://127.0.0.1'));
  await server.swap(table(server.url));
  browser = await launchBrowser();
});

afterAll(async () => {
  if (isWithoutBrowser) return;
  await browser.close();
  await server.close();
  await new Promise((closed) => application.close(closed));
});

async function openPopup(page: Page) {
  const opened = page.waitForEvent('popup');
  const outcome = page.evaluate('begin()');
  const popup = await opened;
  await popup.getByLabel('Username').fill('alice');
  await popup.getByLabel('Password').fill(passwordOfAlice);
  await popup.keyboard.press('Enter');
  return { popup, outcome };
}

describe.skipIf(isWithoutBrowser)(`oidc-client-ts in Chromium${skipped}`, full, () => {
  test.each([
    ['allow', 'dogs:read'],
    ['deny', expect.stringContaining('denied access')],
  ])('logs in with a separate window, which reports the result: %s', async (decision, expected) => {
    const page = await browser.newPage();
    await page.goto(callback);
    const { popup, outcome } = await openPopup(page);
    await popup.locator(`button[value=${decision}]`).click();
    expect(await outcome).toEqual(expected);
    await eventually(() => expect(popup.isClosed()).toBe(true));
    await page.close();
  });
});
