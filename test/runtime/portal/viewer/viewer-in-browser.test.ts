// @module-tag full
import { readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../../interop/find-chromium.ts';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { findOverflow, runAxe } from '../../pages/accessibility.ts';
import { alice, passwordOfAlice } from '../../oauth/authorization-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../../upstream-in-test.ts';

const found = await findChromium();
const skipped = found === undefined ? ' (skipped: there is no chromium)' : '';

/** The rules that axe finds broken inside the viewer, which is not ours. Rules may only be removed from these lists. */
const known = JSON.parse(
  readFileSync(new URL('viewer-violations.json', import.meta.url), 'utf8'),
) as Readonly<Record<'light' | 'dark', readonly string[]>>;

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
let requests: string[];

beforeAll(async () => {
  if (found === undefined) return;
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
  // As root a browser has no sandbox.
  browser = await chromium.launch({ ...found, args: [...(found.args ?? []), '--no-sandbox'] });
});

afterAll(async () => {
  if (found === undefined) return;
  await browser.close();
  await gateway.close();
  await upstream.close();
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  complaints = [];
  requests = [];
  const context = await browser.newContext(options);
  context.setDefaultTimeout(25_000);
  const page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  context.on('request', (request) => requests.push(request.url()));
  return page;
}

const reference = '/store/apis/dog_park/v1/reference';

async function openReference(page: Page): Promise<void> {
  await page.goto(gateway.url + reference);
  await seeOperation(page);
}

/** The viewer renders an operation when it is about to be seen. */
async function seeOperation(page: Page): Promise<void> {
  await page.locator('#viewer main').waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('heading', { name: 'List the dogs' }).first().waitFor();
}

async function signInTo(page: Page, path: string): Promise<void> {
  await page.goto(`${gateway.url}/store/sign-in?return=${encodeURIComponent(path)}`);
  await page.locator('#username').fill('alice');
  await page.locator('#password').fill(passwordOfAlice);
  await page.keyboard.press('Enter');
  await page.waitForURL(gateway.url + path);
}

async function signIn(page: Page): Promise<void> {
  await signInTo(page, reference);
  await seeOperation(page);
}

describe.skipIf(found === undefined)(`the reference viewer${skipped}`, () => {
  test('loads nothing from elsewhere, and obeys the policy of the page', async () => {
    const page = await openPage();
    await openReference(page);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => !url.startsWith(gateway.url))).toEqual([]);
    expect(complaints).toEqual([expect.stringMatching(/^@scalar\/api-reference@[\d.]+$/)]);
    expect(await page.getByRole('button', { name: /test request/i }).count()).toBe(0);
  });

  test('sends a call by its own client, through the store', async () => {
    const page = await openPage();
    await signIn(page);
    upstream.seen.length = 0;
    await page
      .getByRole('button', { name: /test request/i })
      .first()
      .click();
    await page.getByRole('button', { name: /^send/i }).first().click();
    await page.getByText('"production"').first().waitFor();
    expect(upstream.seen.length).toBe(1);
    expect(upstream.seen[0]?.headers.authorization).toBeUndefined();
    expect(requests.filter((url) => !url.startsWith(gateway.url))).toEqual([]);
    expect(complaints.filter((text) => !text.startsWith('@scalar/'))).toEqual([]);
  });

  test('says why a call was not sent', async () => {
    const page = await openPage();
    await signIn(page);
    await page.selectOption('#application', 'Lonely');
    await page
      .getByRole('button', { name: /test request/i })
      .first()
      .click();
    const send = page.getByRole('button', { name: /^send/i }).first();
    await send.click();
    await page.getByText('The application is not subscribed to this API').first().waitFor();
    await page.context().clearCookies();
    await send.click();
    await page.getByText('You are not signed in any more').first().waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'has no violations but the known ones, in %s',
    async (colorScheme) => {
      const page = await openPage({ colorScheme });
      await signIn(page);
      const { own, inside } = await violations(page);
      expect(own).toEqual([]);
      expect(inside).toEqual(known[colorScheme]);
    },
  );
});

describe.skipIf(found === undefined)(`the form of an operation${skipped}`, () => {
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
    expect((await violations(page)).own).toEqual([]);
    await sendForm(page);
    expect((await violations(page)).own).toEqual([]);
    await page.setViewportSize({ width: 320, height: 600 });
    expect(await findOverflow(page)).toBe(0);
  });
});

/** The rules that the page breaks: with the markup outside of the viewer, by name inside of it. */
async function violations(page: Page) {
  const results = await runAxe(page);
  const nodes = results.violations.flatMap(({ id, nodes: all }) =>
    all.map(({ html, target }) => ({ id, html, selector: target.join(' ') })),
  );
  const flags = await Promise.all(
    nodes.map(({ selector }) =>
      page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.closest('#viewer') !== null`),
    ),
  );
  return {
    own: nodes.filter((_node, index) => flags[index] !== true).map(({ id, html }) => `${id}: ${html}`),
    inside: [
      ...new Set(nodes.filter((_node, index) => flags[index] === true).map(({ id }) => id)),
    ].toSorted(),
  };
}
