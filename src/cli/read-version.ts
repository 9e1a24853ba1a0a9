import { readFile } from 'node:fs/promises';

/** The version in the package's own package.json, two folders up in the sources as in the built package. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
