import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { PortalAsset, PortalAssets } from '../../runtime/portal/assets/portal-assets.ts';
import { palette } from '../../runtime/pages/palette.ts';

/** The folder of the files, as seen from this module, and from the joined modules of a build. */
const folders = ['../../runtime/portal/assets', '../runtime/portal/assets'];

/** The reference viewer: its package is there only for development, and a build has its file (`.ci/finish-build.ts`). */
const viewers = [
  ...folders.map((folder) => `${folder}/viewer/viewer.js`),
  '../../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
];

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What all pages share comes first, so that the style sheet of a topic can change it. */
const sharedSheets = ['store.css', 'layout.css', 'controls.css', 'parts.css'];

/** Its styles come after all others, and undo them. */
const resetSheet = 'viewer-reset.css';

/** All but that are in a layer, so that they give way to those of the viewer, which it brings itself. */
const layerBegin = Buffer.from('@layer page {\n');
const layerEnd = Buffer.from('}\n');

let read: PortalAssets | undefined;

/** The files that the pages of the store load. All style sheets are one file, `store.css`. */
export function readPortalAssets(): PortalAssets {
  if (read) return read;
  const folder = findFirst(folders);
  return (read = new Map([
    ['store.css', nameAsset('store.css', joinSheets(join(folder, 'styles')))],
    ['favicon.svg', nameAsset('favicon.svg', readFileSync(join(folder, 'favicon.svg')))],
    ...readScripts(join(folder, 'scripts')),
    ['viewer.js', new ViewerAsset()] as const,
  ]));
}

function joinSheets(folder: string): Buffer {
  const isTopic = (file: string) => !sharedSheets.includes(file) && file !== resetSheet;
  const topics = readdirSync(folder).filter(isTopic).toSorted();
  const readSheet = (file: string) => readFileSync(join(folder, file));
  const sheets = [...sharedSheets, ...topics].map(readSheet);
  return Buffer.concat([
    layerBegin,
    Buffer.from(String(palette)),
    ...sheets,
    layerEnd,
    readSheet(resetSheet),
  ]);
}

function readScripts(folder: string): readonly (readonly [string, PortalAsset])[] {
  const files = readdirSync(folder).toSorted();
  return files.map((file) => [file, nameAsset(file, readFileSync(join(folder, file)))]);
}

function findFirst(places: readonly string[]): string {
  const found = places.map((place) => join(import.meta.dirname, place)).find(existsSync);
  if (found === undefined) throw new Error('The files of the store are missing: install Gatewright again.');
  return found;
}

/** The viewer is several megabytes, so it is read when the first page needs it. */
class ViewerAsset implements PortalAsset {
  #asset: PortalAsset | undefined;

  get name(): string {
    return this.#read().name;
  }

  get type(): string {
    return this.#read().type;
  }

  get body(): Buffer {
    return this.#read().body;
  }

  #read(): PortalAsset {
    return (this.#asset ??= nameAsset('viewer.js', readFileSync(findFirst(viewers))));
  }
}

function nameAsset(file: string, body: Buffer): PortalAsset {
  const extension = extname(file);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const name = `${file.slice(0, -extension.length)}-${digest}${extension}`;
  return { name, type: types[extension] ?? 'application/octet-stream', body };
}
