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

let read: PortalAssets | undefined;

/** The files that the pages of the store load. */
export function readPortalAssets(): PortalAssets {
  return (read ??= new Map(
    readdirSync(folder)
      .filter((file) => extname(file) in types)
      .map((file) => [file, readAsset(file)]),
  ));
}

function readAsset(file: string): PortalAsset {
  const body = readFileSync(join(folder, file));
  const extension = extname(file);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const name = `${file.slice(0, -extension.length)}-${digest}${extension}`;
  return { name, type: types[extension] ?? 'application/octet-stream', body };
}
