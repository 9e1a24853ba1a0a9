import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import { locatePackage, requirePackage } from '../packages/locate-package.ts';

const packaged = '@sparticuz/chromium';
const names = ['chromium', 'chromium-browser', 'google-chrome'];

interface Sparticuz {
  readonly default: { readonly executablePath: () => Promise<string> };
}

/** How to launch a Chromium: the one on the PATH, or else one that a package brings for Linux; undefined without any. */
export async function findChromium(): Promise<LaunchOptions | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (installed !== undefined) return { executablePath: installed };
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync(locatePackage(packaged))) return undefined;
  const sparticuz = requirePackage(packaged) as Sparticuz;
  // Its own arguments make one process of the browser, which ends with the first window that closes.
  return { executablePath: await sparticuz.default.executablePath(), args: ['--disable-gpu'] };
}
