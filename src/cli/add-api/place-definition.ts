import { dirname, posix, relative, sep } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { DefinitionFiles } from './read-definition.ts';

/** The API's reference to its definition, and the files to copy: texts by path relative to the root. */
export interface PlacedDefinition {
  /** Relative to the folder of the Api's declaration. */
  readonly definition: string;
  readonly copies: Readonly<Record<string, string>>;
  /** The current or future path of every file of the definition, relative to the root. */
  readonly placed: readonly string[];
}

/**
 * A document in the repository stays in place, and the API refers to it. Any other document is copied next to the
 * declaration, together with the files that it refers to, in their current layout. Throws a CommandError if one of
 * these files is outside the document's folder: the author of the document must not choose which files of the disk are
 * copied.
 */
export function placeDefinition(
  root: string,
  folder: string,
  { texts, isOnDisk }: DefinitionFiles,
): PlacedDefinition {
  const [document = ''] = texts.keys();
  if (isOnDisk && isInside(root, document)) {
    const placed = [...texts.keys()].map((file) => toPosix(relative(root, file)));
    return {
      definition: dotted(posix.relative(folder, toPosix(relative(root, document)))),
      copies: {},
      placed,
    };
  }
  for (const file of texts.keys()) refuseOutside(document, file);
  const paths = layOut(document, [...texts.keys()]);
  const copies = [...texts].map(([file, text]) => [posix.join(folder, paths.get(file) ?? ''), text] as const);
  const placed = copies.map(([path]) => path);
  return { definition: dotted(paths.get(document) ?? ''), copies: Object.fromEntries(copies), placed };
}

function refuseOutside(document: string, file: string): void {
  if (isInside(dirname(document), file)) return;
  throw new CommandError(
    `The document refers to ${toPosix(relative(dirname(document), file))}, which is outside its folder.`,
    'Copy the document with all files that it refers to into the repository, and use that copy.',
  );
}

/**
 * The target path of each file: its path below the document's folder, in a subfolder if a name collides with a
 * declaration.
 */
function layOut(document: string, files: readonly string[]): ReadonlyMap<string, string> {
  const base = dirname(document);
  const paths = new Map(files.map((file) => [file, toPosix(relative(base, file))]));
  const collides = [...paths.values()].some((path) => /^(api\.yaml|subscriptions(\.yaml|\/.*))$/.test(path));
  return collides ? new Map([...paths].map(([file, path]) => [file, `definition/${path}`])) : paths;
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`);
}

function toPosix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

function dotted(path: string): string {
  return path.startsWith('.') ? path : `./${path}`;
}
