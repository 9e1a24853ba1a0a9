import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { listProgramFolder, readProgramFile } from '#platform/program-files.ts';
import type { PortalAsset, PortalAssets } from '#runtime/portal/visit/portal-assets.ts';
import { palette } from '#runtime/pages/palette.ts';

const folder = 'runtime/portal/assets';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Style sheets that all pages share. They come first, so that the sheets of topics can override them. */
const sharedSheets = ['store.css', 'layout.css', 'controls.css', 'parts.css'];

let read: PortalAssets | undefined;

/** Returns the assets of the store's pages. All style sheets are combined into one file, `store.css`. */
export function readPortalAssets(): PortalAssets {
  if (read) return read;
  return (read = new Map([
    ['store.css', nameAsset('store.css', joinSheets(`${folder}/styles`))],
    ['favicon.svg', nameAsset('favicon.svg', readProgramFile(`${folder}/favicon.svg`))],
    ...readScripts(`${folder}/scripts`),
  ]));
}

function joinSheets(styles: string): Buffer {
  const isTopic = (file: string) => !sharedSheets.includes(file);
  const topics = listProgramFolder(styles).filter(isTopic);
  const sheets = [...sharedSheets, ...topics].map((file) => readProgramFile(`${styles}/${file}`));
  return Buffer.concat([Buffer.from(String(palette)), ...sheets]);
}

function readScripts(scripts: string): readonly (readonly [string, PortalAsset])[] {
  const files = listProgramFolder(scripts);
  return files.map((file) => [file, nameAsset(file, readProgramFile(`${scripts}/${file}`))]);
}

function nameAsset(file: string, body: Buffer): PortalAsset {
  const extension = extname(file);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const name = `${file.slice(0, -extension.length)}-${digest}${extension}`;
  return { name, type: types[extension] ?? 'application/octet-stream', body };
}
