// @module-tag full
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import type { UsageCounts } from '#runtime/ports/usage.ts';
import { renderUsage } from '#runtime/portal/usage/render-usage.ts';
import { usageRange, usageRangeNames } from '#runtime/portal/usage/usage-range.ts';
import { html } from '#runtime/pages/html.ts';
import { readPortalAssets } from '#serve/portal/read-portal-assets.ts';
import { openShared } from '../../../serve/running-gateway.ts';
import { isWithoutBrowser, openBrowser, skipped } from '../../../interop/open-browser.ts';
import { findLayoutFaults } from '../../pages/layout.ts';

let page: Page;

beforeAll(() =>
  isWithoutBrowser
    ? undefined
    : openShared(async (atEnd) => {
        const browser = await openBrowser(atEnd);
        page = await browser.newPage();
      }),
);

const sizes = [0, 1, 999, 1000, 123_456_789, 1e9, 1e12];
const number = fc.constantFrom(...sizes);
const counts = fc.record<UsageCounts>({
  requests: number,
  rejections: fc.dictionary(fc.constantFrom(...Object.keys(errorCodes)), number, { maxKeys: 8 }),
  responses: fc.record({ '4xx': number, '5xx': number }),
  fromConsole: number,
  limitUsed: fc.constantFrom(undefined, 0, 0.001, 0.5, 1),
});

/** The usage of an application, in the frame of a page. */
function renderPage(now: number, name: (typeof usageRangeNames)[number], bars: readonly UsageCounts[]) {
  const range = usageRange(name, now);
  const points = bars.map((one, bar) => ({ ...one, start: range.starts.at(-1 - bar) ?? range.from }));
  const subject = { application: 'DogWalker', api: 'DogPark/v1', keySet: 'production' } as const;
  const usage = renderUsage({ origin: '', path: '/store' }, [{ ...subject, points }], range);
  return String(
    html`<!doctype html>
      <html lang="en">
        <body>
          <main id="main"><section class="stack">${usage}</section></main>
        </body>
      </html>`,
  );
}

describe.skipIf(isWithoutBrowser)(`plots in Chromium${skipped}`, () => {
  test('no label is on another one or outside, whatever the counts are', async () => {
    const css = String(readPortalAssets().get('store.css')?.body);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4e12 }),
        fc.constantFrom(...usageRangeNames),
        fc.array(counts, { maxLength: 36 }),
        fc.constantFrom(320, 390, 700, 1280),
        async (now, name, bars, width) => {
          await page.setViewportSize({ width, height: 900 });
          await page.setContent(renderPage(now, name, bars));
          await page.addStyleTag({ content: css });
          await page.evaluate("for (const all of document.querySelectorAll('details')) all.open = true");
          expect([width, await findLayoutFaults(page, width < 400)]).toEqual([width, []]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
