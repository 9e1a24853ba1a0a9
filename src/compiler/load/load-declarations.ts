import type { SourceFile } from '../workspace/source-file.ts';
import { type FileSizes, syntaxDiagnostics } from './files/source-files.ts';
import type { Loading } from './loading.ts';
import {
  addDeclarations,
  hasDeclarations,
  readDeclarations,
  type FileDeclarations,
} from './read-declarations.ts';
import { explainLargeFile } from './files/stray-files.ts';

/** Reads the declarations in some files; the files without any come back, since they may be parts of definitions. */
export async function loadDeclarations(
  paths: readonly string[],
  sizes: FileSizes,
  loading: Loading,
): Promise<readonly string[]> {
  const { sources, declarations, diagnostics, cache } = loading;
  const undecided: string[] = [];
  const texts = await sources.readAll(paths, sizes.definitionBytes);
  for (const [index, path] of paths.entries()) {
    const text = texts[index];
    const known = text && cache?.declarations.get(text);
    const found = known ?? (await findDeclarations(path, sizes, loading));
    if (found === 'none') undecided.push(path);
    else {
      diagnostics.push(...found.diagnostics);
      addDeclarations(found, declarations);
    }
  }
  return undecided;
}

async function findDeclarations(
  path: string,
  { declarationBytes, definitionBytes }: FileSizes,
  loading: Loading,
): Promise<FileDeclarations | 'none'> {
  const { sources, cache } = loading;
  const file = await loadIfDeclaring(path, definitionBytes, loading);
  const found = file ? await readFileOfDeclarations(file, declarationBytes, loading) : 'none';
  cache?.declarations.set(await sources.read(path, definitionBytes), found);
  return found;
}

async function readFileOfDeclarations(
  file: SourceFile,
  maxBytes: number,
  { sources }: Loading,
): Promise<FileDeclarations> {
  const { diagnostics, declared } = await readDeclarations(file, sources);
  const problems = [...syntaxDiagnostics(file), ...explainLargeFile(file, maxBytes, sources)];
  return { diagnostics: [...problems, ...diagnostics], declared };
}

/** A file with declarations; undefined where it has none, which most definitions tell without being parsed. */
async function loadIfDeclaring(
  path: string,
  maxBytes: number,
  { sources, memory }: Loading,
): Promise<SourceFile | undefined> {
  const text = await sources.read(path, maxBytes);
  if ('failure' in text || !mayDeclare(text.text)) return undefined;
  const digest = memory && sources.digest(path);
  if (!digest || !memory.isWithoutDeclarations(path, digest)) {
    const read = await sources.load(path, maxBytes);
    if ('file' in read && hasDeclarations(read.file)) return read.file;
  }
  if (digest) memory.keepWithoutDeclarations(path, digest);
  return undefined;
}

/**
 * Whether a text may hold a declaration, which is a document with a key called `kind`. A negative answer is certain,
 * even for broken documents: the text has neither the word nor an escape in a quoted string that could spell it.
 */
export function mayDeclare(text: string): boolean {
  return text.includes('kind') || /\\[xuU\r\n]/.test(text);
}
