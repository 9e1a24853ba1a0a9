import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The folder of a package that only tests with the tag `full` read; a run with such tests installs it. */
export function locatePackage(name: string): string {
  return join(import.meta.dirname, 'node_modules', name);
}

/** What such a package exports. */
export function requirePackage(name: string): unknown {
  return createRequire(import.meta.url)(name);
}
