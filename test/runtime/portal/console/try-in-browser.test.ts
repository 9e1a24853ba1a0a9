// @module-tag full
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWithoutBrowser, launchBrowser, skipped } from '../../../interop/open-browser.ts';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { findBarriers, findOverflow } from '../../pages/accessibility.ts';
import { alice, passwordOfAlice } from '../../oauth/authorization-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../../upstream-in-test.ts';

const contract = {
  openapi: '3.1.0',
  info: { title: 'Dog park', version: '1', description: 'All dogs of the park.' },
  servers: [{ url: 'https://dogs.internal.example.edu' }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/dogs': {
      post: {
        tags: ['Dogs'],
        summary: 'Add a dog',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: { type: 'string', examples: ['Rex'] } } },
            },
          },
        },
        responses: { 201: { description: 'Added' } },
      },
      get: {
        tags: ['Dogs'],
        summary: 'List the dogs',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 5 } }],
        responses: { 200: { description: 'The dogs' } },
      },
    },
  },
} as const;

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let browser: Browser;
let complaints: string[];

beforeAll(async () => {
  if (isWithoutBrowser) return;
  upstream = await openUpstream('production');
  const table = (url: string) =>
    buildTable({
      gateway: {
        gatewayUrl: url,
        authUrl: url,
        storeUrl: url,
        store: { title: 'Park APIs', visibility: 'public' },
      },
      apis: [
        defineApi({
          endpoints: { production: { targets: [upstream.url] } },
          operations: ['GET /dogs', 'POST /dogs'],
          contract,
        }),
      ],
      applications: [
        { ...defineApplication('Walker'), owner: 'alice' },
        { ...defineApplication('Lonely'), owner: 'alice' },
      ],
      subscriptions: [subscribe('Walker')],
      users: [alice],
    });
  gateway = await openGateway(table('http://127.0.0.1'));
  await gateway.swap(table(gateway.url));
  browser = await launchBrowser();
});

afterAll(async () => {
  if (isWithoutBrowser) return;
  await browser.close();
  await gateway.close();
  await upstream.close();
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  complaints = [];
  const context = await browser.newContext(options);
  context.setDefaultTimeout(25_000);
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return page;
}

async function signInTo(page: Page, path: string): Promise<void> {
  await page.goto(`${gateway.url}/store/sign-in?return=${encodeURIComponent(path)}`);
  await page.locator('#username').fill('alice');
  await page.locator('#password').fill(passwordOfAlice);
  await page.keyboard.press('Enter');
  await page.waitForURL(gateway.url + path);
}

describe.skipIf(isWithoutBrowser)(`the form of an operation${skipped}`, () => {
  const form = '/store/apis/dog_park/v1/operation/try?method=POST&path=%2Fdogs';

  async function sendForm(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Response' }).waitFor();
  }

  test('sends a call without a script', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await signInTo(page, form);
    upstream.seen.length = 0;
    await sendForm(page);
    expect(await page.getByText('"upstream": "production"').isVisible()).toBe(true);
    expect(upstream.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ name: 'Rex' }]);
    expect(complaints).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('breaks no rule that axe knows, in %s', async (colorScheme) => {
    const page = await openPage({ colorScheme });
    await signInTo(page, form);
    expect(await findBarriers(page)).toEqual([]);
    await sendForm(page);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 600 });
    expect(await findOverflow(page)).toBe(0);
  });
});
