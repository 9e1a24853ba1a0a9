import type { SourceFile } from '#compiler/workspace/source-file.ts';
import { type FileSizes, syntaxDiagnostics } from './files/source-files.ts';
import type { Loading } from './files/loading.ts';
import {
  addDeclarations,
  hasDeclarations,
  readDeclarations,
  type FileDeclarations,
} from './read-declarations.ts';
import { explainLargeFile } from './files/stray-files.ts';
import type { ReadText } from './files/read-text.ts';
import { ResultKind } from '#compiler/workspace/build-store.ts';
import { filesWithoutDeclarations } from '#compiler/workspace/remembered-definition.ts';

/** Caches the declarations in a file's text; the result also depends on the size limits. */
const declarationsOfFiles = new ResultKind<ReadText, FileDeclarations | 'none'>('load');

/** Reads the declarations in files. Returns the files without declarations, which may be parts of definitions. */
export async function loadDeclarations(
  paths: readonly string[],
  sizes: FileSizes,
  loading: Loading,
): Promise<readonly string[]> {
  const { sources, declarations, diagnostics, store } = loading;
  const limits = Object.values(sizes);
  const cache = store.of(declarationsOfFiles);
  const undecided: string[] = [];
  const texts = await sources.readAll(paths, sizes.definitionBytes);
  for (const [index, path] of paths.entries()) {
    const text = texts[index];
    if (!text) continue;
    const found =
      cache.find(text, limits) ?? cache.set(text, limits, await findDeclarations(path, sizes, loading));
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
  const file = await loadIfDeclaring(path, definitionBytes, loading);
  return file ? readFileOfDeclarations(file, declarationBytes, loading) : 'none';
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

/** A file with declarations; undefined if it has none. For most definitions, this is decided without parsing. */
async function loadIfDeclaring(
  path: string,
  maxBytes: number,
  { sources, store, reusesDefinitions, isShared }: Loading,
): Promise<SourceFile | undefined> {
  const text = await sources.read(path, maxBytes);
  if ('failure' in text || !mayDeclare(text.text)) return undefined;
  const known = store.of(filesWithoutDeclarations);
  const isReused = reusesDefinitions && (await isShared?.(path, maxBytes)) !== false;
  // Text that is being edited in an editor changes with every key, so its digest is not worth caching.
  const digest = isReused && !sources.isEdited(path) ? sources.digest(path) : undefined;
  if (digest && known.find(path, digest)) return undefined;
  const read = await sources.load(path, maxBytes);
  if ('file' in read && hasDeclarations(read.file)) return read.file;
  if (digest) known.set(path, digest, digest);
  return undefined;
}

/**
 * Whether a text may contain a declaration, which is a document with a key `kind`. If the result is false, it certainly
 * does not, even if it is malformed: it contains neither the word nor an escape that could spell it in a quoted string.
 */
export function mayDeclare(text: string): boolean {
  return text.includes('kind') || /\\[xuU\r\n]/.test(text);
}
