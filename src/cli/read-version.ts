import { readFile } from 'node:fs/promises';
import { programRoot } from '../platform/program-root.ts';

/** The version in the package's own package.json. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', programRoot), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
