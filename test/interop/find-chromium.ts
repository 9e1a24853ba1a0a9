import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** How to launch a Chromium: the one on the PATH, or else one that a package brings for Linux; undefined without any. */
export async function findChromium(): Promise<LaunchOptions | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (installed !== undefined) return { executablePath: installed };
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  // Its own arguments make one process of the browser, which ends with the first window that closes.
  return { executablePath: await sparticuz.executablePath(), args: ['--disable-gpu'] };
}
