import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { PortalAsset, PortalAssets } from '../../runtime/portal/assets/portal-assets.ts';

const folder = join(import.meta.dirname, '../../runtime/portal/assets');

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What all pages share comes first, so that the style sheet of a topic can change it. */
const sharedSheets = ['store.css', 'layout.css', 'controls.css', 'parts.css'];

let read: PortalAssets | undefined;

/** The files that the pages of the store load. All style sheets are one file, `store.css`. */
export function readPortalAssets(): PortalAssets {
  if (read) return read;
  const files = readdirSync(folder).toSorted();
  const topics = files.filter((file) => extname(file) === '.css' && !sharedSheets.includes(file));
  const style = Buffer.concat([...sharedSheets, ...topics].map(readFile));
  const others = files.filter((file) => extname(file) in types && extname(file) !== '.css');
  return (read = new Map([
    ['store.css', nameAsset('store.css', style)],
    ...others.map((file) => [file, nameAsset(file, readFile(file))] as const),
  ]));
}

function readFile(file: string): Buffer {
  return readFileSync(join(folder, file));
}

function nameAsset(file: string, body: Buffer): PortalAsset {
  const extension = extname(file);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const name = `${file.slice(0, -extension.length)}-${digest}${extension}`;
  return { name, type: types[extension] ?? 'application/octet-stream', body };
}
