import { chromium, type Browser } from 'playwright-core';
import type { AtEnd } from '../platform/in-folder.ts';
import { findChromium } from './find-chromium.ts';

const found = await findChromium();

export const isWithoutBrowser = found === undefined;

/** The end of the name of a test that needs a browser. */
export const skipped = isWithoutBrowser ? ' (skipped: there is no chromium)' : '';

/** A browser, which the caller closes. */
export function launchBrowser(): Promise<Browser> {
  // As root a browser has no sandbox.
  return chromium.launch({ ...found, args: [...(found?.args ?? []), '--no-sandbox'] });
}

/** A browser until the end. */
export async function openBrowser(atEnd: AtEnd): Promise<Browser> {
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  return browser;
}
