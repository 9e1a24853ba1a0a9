import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * What axe finds against WCAG 2.2 AA and good practice outside of the excluded selectors. Its script is not the page's,
 * whose policy allows none.
 */
export async function findBarriers(page: Page, exclude: readonly string[] = []): Promise<readonly string[]> {
  await page.evaluate(axe);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const results = (await page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(exclude)} }, { runOnly: ${JSON.stringify(tags)} })`,
  )) as AxeResults;
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
