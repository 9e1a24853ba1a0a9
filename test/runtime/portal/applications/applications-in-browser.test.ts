// @module-tag full
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isWithoutBrowser, launchBrowser, skipped } from '../../../interop/open-browser.ts';
import { findBarriers, findOverflow } from '../../pages/accessibility.ts';
import { takePicture } from '../take-picture.ts';
import { usage } from '../../state/usage/usage-contract.ts';
import { now, openApplications } from './applications-in-test.ts';

/** Calls of a year, so that every plot has bars. */
const calls = Array.from({ length: 170 }, (_, index) => [
  usage({
    start: now - index * 60_000,
    requests: 20 + (index % 17) * 9,
    responses: { '2xx': 20, ...(index % 11 === 0 && { '5xx': 3 }), ...(index % 7 === 0 && { '4xx': 5 }) },
    rejections: {
      ...(index % 13 === 0 && { rate_limited: 30 }),
      ...(index % 5 === 0 && { parameters_malformed: 4 }),
    },
    limitUsed: (index % 13) / 12,
  }),
  usage({
    start: now - index * 2 * 86_400_000,
    requests: 500 + index,
    api: 'Vets/v1',
    rejections: { subscription_blocked: index, token_scope_missing: 9 },
  }),
]).flat();

describe.skipIf(isWithoutBrowser)(`the pages of applications in Chromium${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** A page of alice, whose requests are answered by a store. */
  async function openPage(width: number, colorScheme: 'light' | 'dark') {
    const store = await openApplications();
    onTestFinished(() => store.close(0));
    await store.addUsage(...calls);
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      bypassCSP: false,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await page.route('**/*', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const cookie = [...store.browser.store.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const dest = pathname.includes('/assets/') ? 'style' : 'document';
      const answer = await fetch(`${store.url}${pathname}${search}`, {
        headers: { cookie, 'sec-fetch-dest': dest },
      });
      const headers = Object.fromEntries(answer.headers);
      delete headers['content-encoding'];
      await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
    });
    return { page, problems };
  }

  test.each([
    [320, 'light'],
    [320, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)(
    '%i pixels wide and %s: accessible, nothing beyond the edges, nothing refused by the policy',
    async (width, colors) => {
      const { page, problems } = await openPage(width, colors);
      for (const path of [
        'applications',
        'applications/EmptyApp',
        'applications/DogWalker?usage=hours',
        'applications/DogWalker?usage=days',
        'applications/DogWalker?usage=year',
      ]) {
        await page.goto(`https://apis.example.org/store/${path}`);
        await page.evaluate("for (const all of document.querySelectorAll('details')) all.open = true");
        await takePicture(page, `${path.replaceAll(/\W+/g, '-')}-${width}-${colors}`);
        expect([path, await findOverflow(page)]).toEqual([path, 0]);
        // Axe cannot tell the ground that texts of a plot are on.
        expect([path, await findBarriers(page, ['svg text'])]).toEqual([path, []]);
      }
      expect(problems).toEqual([]);
    },
    120_000,
  );
});
