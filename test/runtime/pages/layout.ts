import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const script = readFileSync(join(import.meta.dirname, 'measure-layout.js'), 'utf8');

/**
 * Problems of the layout of the open page, measured by the boxes that the browser draws: content beyond the edges, columns
 * that readers do not see, and texts on top of each other. On a phone no region may scroll to show a column.
 */
export function findLayoutFaults(page: Page, isPhone: boolean): Promise<readonly string[]> {
  return page.evaluate(`${script}; measureLayout(${isPhone})`);
}

/** The sentences of the open page with a backtick outside of code, in which it may be part of what is shown. */
export async function findBackticks(page: Page): Promise<readonly string[]> {
  const text: string = await page.evaluate(`(() => {
    const copy = document.body.cloneNode(true);
    for (const code of copy.querySelectorAll('code, pre, textarea, script')) code.remove();
    return copy.textContent;
  })()`);
  return text.match(/.{0,30}`.{0,30}/g) ?? [];
}
