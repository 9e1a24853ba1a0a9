import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Has axe check a page against WCAG 2.2 AA and good practice outside of the excluded selectors. Its script is not the
 * page's, whose policy allows none.
 */
export async function runAxe(page: Page, exclude: readonly string[] = []): Promise<AxeResults> {
  await page.evaluate(axe);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(exclude)} }, { runOnly: ${JSON.stringify(tags)} })`,
  );
}

/** What axe finds in a page, or is unsure of: the rules and their elements. */
export async function findBarriers(page: Page, exclude: readonly string[] = []): Promise<readonly string[]> {
  const results = await runAxe(page, exclude);
  expect(results.passes.map(({ id }) => id)).toContain('color-contrast');
  const unsure = results.incomplete.map((result) => ({ ...result, id: `unsure of ${result.id}` }));
  return [...results.violations, ...unsure].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** How far a page is wider than its window, in CSS pixels. */
export function findOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
