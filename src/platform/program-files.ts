import { readFileSync, readdirSync } from 'node:fs';
import { getAssetKeys, getRawAsset, isSea } from 'node:sea';

/** The folder of the code, `src/` in a checkout and `dist/` in a package: one folder up from here in both. */
const codeRoot = new URL('../', import.meta.url);

/** The root of this program's package; undefined in a single executable, which contains its files. */
export const programRoot = isSea() ? undefined : new URL('../', codeRoot);

/** A file of this program by its path in the folder of the code. Throws if it does not exist. */
export function readProgramFile(path: string): Buffer {
  return isSea() ? Buffer.from(getRawAsset(path)) : readFileSync(new URL(path, codeRoot));
}

/** The names of the files in a folder of the code, sorted. */
export function listProgramFolder(folder: string): readonly string[] {
  if (!isSea()) return readdirSync(new URL(folder, codeRoot)).toSorted();
  const inside = getAssetKeys().filter((key) => key.startsWith(`${folder}/`));
  return inside.map((key) => key.slice(folder.length + 1)).toSorted();
}

/** This program's package.json. */
export function readPackageJson(): { readonly version: string } {
  const json = programRoot
    ? readFileSync(new URL('package.json', programRoot))
    : readProgramFile('package.json');
  return JSON.parse(json.toString()) as { readonly version: string };
}
