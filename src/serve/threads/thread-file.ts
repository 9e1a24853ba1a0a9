import { extname } from 'node:path';

/** The module that a thread begins with: it stands beside this one, as source or as it was built. */
export function threadFile(name: 'source-thread' | 'serving-thread'): URL {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
}
