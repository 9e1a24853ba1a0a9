import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Where to keep pictures of the pages; without it none are taken. */
const pictures = process.env['PICTURES'];

/** Keeps a picture of a whole page for people to look at. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}
