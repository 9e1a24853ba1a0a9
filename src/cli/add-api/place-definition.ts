import { dirname, posix, relative, sep } from 'node:path';
import type { DefinitionFiles } from './read-definition.ts';

/** Where a definition goes: what the Api says of it, and the files to be copied, by path relative to the root. */
export interface PlacedDefinition {
  /** Relative to the folder of the Api's declaration. */
  readonly definition: string;
  readonly copies: Readonly<Record<string, string>>;
}

/**
 * A document that stands in the repository is referred to; another is copied beside the declaration together
 * with the files that it refers to, all in the layout that they have.
 */
export function placeDefinition(root: string, folder: string, { texts }: DefinitionFiles): PlacedDefinition {
  const [document = ''] = texts.keys();
  if (isInside(root, document)) {
    return { definition: dotted(posix.relative(folder, toPosix(relative(root, document)))), copies: {} };
  }
  const paths = layOut([...texts.keys()]);
  const copies = [...texts].map(([file, text]) => [posix.join(folder, paths.get(file) ?? ''), text] as const);
  return { definition: dotted(paths.get(document) ?? ''), copies: Object.fromEntries(copies) };
}

/** Files by their paths below the folder that they share, out of the way of the declarations. */
function layOut(files: readonly string[]): ReadonlyMap<string, string> {
  const base = files.map((file) => dirname(file)).reduce(sharedFolder);
  const paths = new Map(files.map((file) => [file, toPosix(relative(base, file))]));
  const collides = [...paths.values()].some((path) => ['api.yaml', 'subscriptions.yaml'].includes(path));
  return collides ? new Map([...paths].map(([file, path]) => [file, `definition/${path}`])) : paths;
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`);
}

function sharedFolder(a: string, b: string): string {
  let folder = a;
  while (folder !== b && !isInside(folder, b)) folder = dirname(folder);
  return folder;
}

function toPosix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

function dotted(path: string): string {
  return path.startsWith('.') ? path : `./${path}`;
}
