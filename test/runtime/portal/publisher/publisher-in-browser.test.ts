// @module-tag full
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { storePageHeaders } from '#runtime/portal/visit/page-frame.ts';
import { readPortalAssets } from '#serve/portal/read-portal-assets.ts';
import { isWithoutBrowser, launchBrowser, skipped } from '../../../interop/open-browser.ts';
import { findBarriers, findOverflow } from '../../pages/accessibility.ts';
import { takePicture } from '../take-picture.ts';
import { driftOfDogs, proposalOf, usageOfDogs } from './publisher-facts.ts';
import { listedBy, openPublisher, userOf } from './publisher-in-test.ts';

const nobody = userOf({ username: 'eve', teams: [], emails: [] });

describe.skipIf(isWithoutBrowser)(`the pages for owners in Chromium${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** A page whose requests are answered by a store with everything that the pages can show. */
  async function openPage(width: number, colorScheme: 'light' | 'dark', user = userOf()) {
    const proposals = listedBy(async () => [proposalOf()]);
    const { visit } = await openPublisher({
      usage: usageOfDogs,
      drift: driftOfDogs,
      services: { proposals },
    });
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await page.route('**/*', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const asset = readPortalAssets().get(pathname.replace('/store/assets/', ''));
      if (asset) return route.fulfill({ contentType: asset.type, body: asset.body });
      const { status, text } = await visit(pathname + search, user);
      return route.fulfill({ status, headers: storePageHeaders, body: text });
    });
    return { page, problems };
  }

  test.each([
    [320, 'light'],
    [320, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)(
    '%i pixels wide and %s: accessible, nothing beyond the edges, nothing refused by the policy',
    async (width, colors) => {
      for (const [path, user] of [
        ['publisher', userOf()],
        ['publisher/dog_park/v1', userOf()],
        ['publisher/dog_park/v10', userOf()],
        ['publisher', nobody],
      ] as const) {
        const { page, problems } = await openPage(width, colors, user);
        await page.goto(`https://apis.example.org/store/${path}`);
        await page.evaluate("for (const all of document.querySelectorAll('details')) all.open = true");
        await takePicture(page, `${path.replaceAll('/', '-')}-${user.username}-${width}-${colors}`);
        expect([path, await findOverflow(page)]).toEqual([path, 0]);
        // Axe cannot tell the ground that texts of a plot are on.
        expect([path, await findBarriers(page, ['svg text'])]).toEqual([path, []]);
        expect(problems).toEqual([]);
      }
    },
    120_000,
  );
});
