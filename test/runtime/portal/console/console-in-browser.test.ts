// @module-tag full
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { isWithoutBrowser, launchBrowser, skipped } from '../../../interop/open-browser.ts';
import { openGateway } from '../../gateway-in-test.ts';
import { alice } from '../../oauth/authorization-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { authUrl, storeUrl, StoreBrowser } from '../session/store-in-test.ts';

const names = Array.from({ length: 30 }, (_, index) => `field${index}`);

const contract = {
  openapi: '3.1.0',
  info: { title: 'Dog park', version: '1' },
  paths: {
    '/dogs': {
      post: {
        parameters: [
          { name: 'size', in: 'query', allowEmptyValue: true, schema: { enum: ['small', 'large'] } },
          { name: 'breed', in: 'query', schema: { examples: ['Pug', 'Akita'] } },
          { name: 'X-Owner', in: 'header', schema: { type: 'string' } },
          ...names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        ],
        requestBody: {
          content: { 'application/json': { examples: { Rex: { value: 1 }, Bella: { value: 2 } } } },
        },
      },
    },
    '/photos': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                properties: {
                  title: { type: 'string' },
                  'a "picture"': { type: 'string', format: 'binary' },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;

const pathOfForm = (path: string) =>
  `/store/apis/dog_park/v1/operation/try?${new URLSearchParams({ method: 'POST', path }).toString()}`;

describe.skipIf(isWithoutBrowser)(`the console in Chromium without scripts${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** The form of an operation whose upstream returns the body that it gets. */
  async function openForm(operation = '/dogs'): Promise<Page> {
    const upstream = await openUpstream('dogs', (request, response) => {
      response.writeHead(202, { 'content-type': 'application/json' });
      request.pipe(response);
    });
    onTestFinished(upstream.close);
    const gateway = await openGateway(
      buildTable({
        gateway: { authUrl, storeUrl, store: { title: 'Park APIs', visibility: 'public' } },
        apis: [
          defineApi({
            endpoints: { production: { targets: [upstream.url] } },
            operations: ['POST /dogs', 'POST /photos'],
            contract,
          }),
        ],
        applications: [{ ...defineApplication('Walker'), owner: 'alice' }],
        subscriptions: [subscribe('Walker')],
        users: [alice],
      }),
    );
    onTestFinished(() => gateway.close());
    const reader = new StoreBrowser(gateway);
    await reader.signIn();
    const context = await browser.newContext({
      viewport: { width: 390, height: 800 },
      javaScriptEnabled: false,
      acceptDownloads: true,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.route('**/*', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const form = route.request().postDataBuffer();
      const type = route.request().headers()['content-type'] ?? '';
      const { status, body, headers } = await (form === null
        ? reader.store.visit(pathname + search, {
            'sec-fetch-dest': pathname.includes('/assets/') ? 'style' : 'document',
          })
        : reader.store.submitBody(pathname + search, form, { 'content-type': type, origin: storeUrl }));
      const sent = Object.entries(headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      await route.fulfill({ status, headers: Object.fromEntries(sent), body });
    });
    await page.goto(storeUrl + pathOfForm(operation));
    return page;
  }

  test('fills an example in, and shows the response where the reader is', async () => {
    const page = await openForm();
    await page.getByLabel('size').selectOption('large');
    await page.getByRole('button', { name: 'Bella' }).click();
    expect(await page.getByLabel('Body', { exact: true }).inputValue()).toBe('2');
    await page.getByLabel('Body', { exact: true }).fill('{"n": 1.10, "n": -0}');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('#answer');
    // The browser moves the focus after it has laid the page out.
    await eventually(async () => expect(await page.evaluate('document.activeElement?.id')).toBe('answer'));
    const box = await answer.boundingBox();
    expect([box!.y >= -1, box!.y < 400]).toEqual([true, true]);
    expect(await answer.locator('pre').first().innerText()).toBe('{\n  "n": 1.10,\n  "n": -0\n}');
    const download = page.waitForEvent('download');
    await answer.getByRole('link', { name: 'Download the body' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toBe('{"n": 1.10, "n": -0}');
    expect(await answer.getByText('202').first().isVisible()).toBe(true);
  });

  test('sends the file that its user chooses, byte for byte', async () => {
    const page = await openForm('/photos');
    const buffer = Buffer.from([0, 255, 13, 10, 128, 45, 45]);
    await page.getByLabel('title').fill('Rex');
    await page.getByLabel('a "picture"').setInputFiles({ name: 'rex.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('#answer');
    expect(await answer.innerText()).toContain('file of 7 bytes');
    const download = page.waitForEvent('download');
    await answer.getByRole('link', { name: 'Download the body' }).click();
    const sent = await readFile(await (await download).path());
    expect(sent.includes(buffer)).toBe(true);
    expect(sent.toString('latin1')).toContain('name="a %22picture%22"; filename="rex.png"');
    expect(await page.getByLabel('title').inputValue()).toBe('Rex');
  });

  test('reports a value at its field that cannot be sent', async () => {
    const page = await openForm();
    await page.getByLabel('X-Owner').fill('Zoë');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await page.getByLabel('X-Owner').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('X-Owner').inputValue()).toBe('Zoë');
  });
});
