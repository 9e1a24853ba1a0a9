import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { listProgramFolder, readProgramFile } from '#platform/program-files.ts';
import type { PortalAsset, PortalAssets } from '#runtime/portal/visit/portal-assets.ts';
import { palette } from '#runtime/pages/palette.ts';
import { readPackagedViewer } from './read-packaged-viewer.ts';

const folder = 'runtime/portal/assets';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Style sheets that all pages share. They come first, so that the sheets of topics can override them. */
const sharedSheets = ['store.css', 'layout.css', 'controls.css', 'parts.css'];

/** The style sheet that resets styles for the viewer. It follows all others, outside their layer. */
const resetSheet = 'viewer-reset.css';

/**
 * All style sheets except the reset are in a layer, so that the viewer's own styles, which are in none, take
 * precedence.
 */
const layerBegin = Buffer.from('@layer page {\n');
const layerEnd = Buffer.from('}\n');

let read: PortalAssets | undefined;

/** Returns the assets of the store's pages. All style sheets are combined into one file, `store.css`. */
export function readPortalAssets(): PortalAssets {
  if (read) return read;
  return (read = new Map([
    ['store.css', nameAsset('store.css', joinSheets(`${folder}/styles`))],
    ['favicon.svg', nameAsset('favicon.svg', readProgramFile(`${folder}/favicon.svg`))],
    ...readScripts(`${folder}/scripts`),
    ['viewer.js', new ViewerAsset()] as const,
  ]));
}

function joinSheets(styles: string): Buffer {
  const isTopic = (file: string) => !sharedSheets.includes(file) && file !== resetSheet;
  const topics = listProgramFolder(styles).filter(isTopic);
  const readSheet = (file: string) => readProgramFile(`${styles}/${file}`);
  const sheets = [...sharedSheets, ...topics].map(readSheet);
  return Buffer.concat([
    layerBegin,
    Buffer.from(String(palette)),
    ...sheets,
    layerEnd,
    readSheet(resetSheet),
  ]);
}

function readScripts(scripts: string): readonly (readonly [string, PortalAsset])[] {
  const files = listProgramFolder(scripts);
  return files.map((file) => [file, nameAsset(file, readProgramFile(`${scripts}/${file}`))]);
}

/** The viewer's package is installed only for development. A build contains the script as a file (`.ci/build.ts`). */
function readViewer(): Buffer {
  if (import.meta.url.endsWith('.ts')) return Buffer.from(readPackagedViewer());
  return readProgramFile(`${folder}/viewer/viewer.js`);
}

/** The viewer's script, which is read when it is first needed, because it is several megabytes. */
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
    return (this.#asset ??= nameAsset('viewer.js', readViewer()));
  }
}

function nameAsset(file: string, body: Buffer): PortalAsset {
  const extension = extname(file);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const name = `${file.slice(0, -extension.length)}-${digest}${extension}`;
  return { name, type: types[extension] ?? 'application/octet-stream', body };
}
