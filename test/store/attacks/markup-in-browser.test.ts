// @module-tag full
import { chromium, type Browser, type Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { findChromium } from '../../interop/find-chromium.ts';
import { openGateway, type GatewayInTest } from '../../runtime/gateway-in-test.ts';
import { alice, passwordOfAlice } from '../../runtime/oauth/authorization-in-test.ts';
import { tableOfDocument } from '../../runtime/portal/table-of-document.ts';
import { defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../../runtime/upstream-in-test.ts';
import { openShared } from '../../serve/running-gateway.ts';
import { attack, findTraces } from './hostile-markup.ts';

const found = await findChromium();
const skipped = found === undefined ? ' (skipped: there is no chromium)' : '';

/** Without line breaks, as names are. */
const name = attack.replaceAll('\n', ' ');

function documentOf(): JsonObject {
  const schema: JsonObject = {
    type: 'object',
    title: name,
    description: attack,
    required: [name],
    properties: {
      [name]: { type: 'string', description: attack, enum: [name], default: name, example: name },
    },
  };
  const content = {
    'application/json': { schema, examples: { [name]: { summary: name, value: { [name]: attack } } } },
  };
  const parameter = (location: string): Json => ({
    name: location === 'path' ? 'id' : name,
    in: location,
    required: true,
    description: attack,
    schema: { type: 'string', example: name },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: name,
      summary: name,
      description: attack,
      termsOfService: 'javascript:globalThis.attacked=1',
      contact: { name, url: 'javascript:globalThis.attacked=1', email: name },
      license: { name, url: 'javascript:globalThis.attacked=1' },
    },
    externalDocs: { description: attack, url: 'javascript:globalThis.attacked=1' },
    tags: [
      { name, description: attack, externalDocs: { description: attack, url: 'javascript:attacked=1' } },
    ],
    paths: {
      '/dogs/{id}': {
        post: {
          operationId: name,
          tags: [name],
          summary: name,
          description: attack,
          externalDocs: { description: attack, url: 'javascript:globalThis.attacked=1' },
          parameters: ['path', 'query', 'header'].map(parameter),
          requestBody: { description: attack, content },
          responses: { 200: { description: attack, content }, default: { description: attack } },
          security: [{ login: [name] }],
        },
      },
      '/dogs': { get: { summary: name, tags: [name], responses: {} } },
    },
    components: {
      schemas: { Dog: schema },
      securitySchemes: {
        login: {
          type: 'oauth2',
          description: attack,
          flows: {
            clientCredentials: { tokenUrl: 'https://evil.example.org/token', scopes: { [name]: attack } },
          },
        },
      },
    },
  };
}

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let browser: Browser;

beforeAll(() =>
  openShared(async (atEnd) => {
    if (found === undefined) return;
    upstream = await openUpstream('dogs', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-attack': name, 'set-cookie': 'a=1; Path=/' });
      response.end(attack);
    });
    atEnd(upstream.close);
    const table = (url: string) =>
      tableOfDocument(
        documentOf(),
        {
          owner: 'alice',
          description: attack,
          tags: [name],
          endpoints: { production: { targets: [upstream.url] } },
        },
        {
          gateway: {
            gatewayUrl: url,
            authUrl: url,
            storeUrl: url,
            store: { title: name, visibility: 'public' },
          },
          applications: [{ ...defineApplication('Walker'), owner: 'alice', description: attack }],
          subscriptions: [subscribe('Walker', 'Tried/v1')],
          users: [{ ...alice, displayName: name }],
        },
      );
    gateway = await openGateway(table('http://127.0.0.1'));
    atEnd(gateway.close);
    await gateway.swap(table(gateway.url));
    // As root a browser has no sandbox.
    browser = await chromium.launch({ ...found, args: [...(found.args ?? []), '--no-sandbox'] });
    atEnd(() => browser.close());
  }),
);

/** Opens a window in which alice is signed in, and notes what its pages should not do. */
async function openWindow() {
  const context = await browser.newContext();
  context.setDefaultTimeout(25_000);
  const page = await context.newPage();
  const noticed: string[] = [];
  page.on('console', (message) => {
    if (/policy|refused|violat/i.test(message.text())) noticed.push(message.text());
  });
  page.on('dialog', (dialog) => noticed.push(`dialog ${dialog.message()}`));
  page.on('pageerror', (error) => noticed.push(String(error)));
  const note = (request: Request) => {
    if (request.url().startsWith(gateway.url) || request.failure()?.errorText === 'csp') return;
    noticed.push(`requested ${request.url().slice(0, 100)}`);
  };
  context.on('requestfinished', note);
  context.on('requestfailed', note);
  await page.goto(`${gateway.url}/store/sign-in?return=%2Fstore`);
  await page.locator('#username').fill('alice');
  await page.locator('#password').fill(passwordOfAlice);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${gateway.url}/store`);
  return { page, noticed };
}

const version = '/store/apis/tried/v1';
const operation = `?${new URLSearchParams({ method: 'POST', path: '/dogs/{id}' }).toString()}`;
const query = encodeURIComponent(name);

const paths = [
  '/store',
  `/store?q=${query}&owner=${query}&tag=${query}&state=${query}&page=${query}`,
  '/store/owners',
  '/store/topics',
  version,
  `${version}?application=${query}&keys=${query}`,
  `${version}/operations?tag=${query}`,
  `${version}/operation${operation}`,
  `${version}/operation/try${operation}`,
  `${version}/operation/try${operation}&application=${query}`,
  `${version}/changes`,
  `${version}/reference`,
  '/store/applications',
  '/store/applications/Walker',
  '/store/publisher',
  '/store/publisher/tried/v1',
  `/store/proposals/new/application?name=${query}&description=${query}&callbackUrls=${query}`,
  `/store/proposals/new/api?name=${query}&definition=${query}`,
  '/store/errors',
  `/store/errors/${query}`,
  `/store/${query}`,
  `/store/apis/${query}/${query}`,
  `/store/applications/${query}`,
  `/store/sign-in?return=${query}`,
  `/store/signed-in?ticket=${query}`,
];

describe.skipIf(found === undefined)(`markup in texts of others${skipped}`, () => {
  test('makes an element where nothing escapes it, so that these tests can fail', async () => {
    const { page } = await openWindow();
    await page.setContent(`<p title="">${attack.replace(/<meta.*/, '')}</p>`);
    expect((await findTraces(page)).length).toBeGreaterThan(3);
    await page.context().close();
  });

  test.each(paths.map((path) => [path.slice(0, 60), path]))('runs nowhere on %s', async (_title, path) => {
    const { page, noticed } = await openWindow();
    await page.goto(gateway.url + path);
    expect(await findTraces(page)).toEqual([]);
    expect(noticed).toEqual([]);
    expect(page.url().startsWith(gateway.url)).toBe(true);
    await page.context().close();
  });

  test('runs nowhere in results that a script fetches', async () => {
    const { page, noticed } = await openWindow();
    const answer = page.waitForResponse('**/store/found*');
    await page.getByRole('searchbox').fill('script');
    await answer;
    await page.waitForTimeout(300);
    expect(await page.locator('.cards').innerText()).toContain('<script>');
    await page.getByRole('searchbox').fill(name.slice(0, 200));
    await page.waitForTimeout(600);
    expect([await findTraces(page), noticed]).toEqual([[], []]);
    await page.context().close();
  });

  test('runs nowhere in the response of a tried call', async () => {
    const { page, noticed } = await openWindow();
    await page.goto(`${gateway.url}${version}/operation/try?method=GET&path=%2Fdogs`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Response' }).waitFor();
    expect([await findTraces(page), noticed]).toEqual([[], []]);
    await page.context().close();
  });
});
