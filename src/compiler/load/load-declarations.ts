import type { SourceFile } from '../workspace/source-file.ts';
import type { FileSizes } from './file-sizes.ts';
import type { Loading } from './loading.ts';
import { mayDeclare } from './may-declare.ts';
import { hasDeclarations, readDeclarations } from './read-declarations.ts';
import { syntaxDiagnostics } from './source-files.ts';
import { explainLargeFile } from './stray-files.ts';

/** Reads the declarations in some files; the files without any come back, since they may be parts of definitions. */
export async function loadDeclarations(
  paths: readonly string[],
  { declarationBytes, definitionBytes }: FileSizes,
  loading: Loading,
): Promise<readonly string[]> {
  const { sources, declarations, diagnostics } = loading;
  const undecided: string[] = [];
  for (const path of paths) {
    const file = await loadIfDeclaring(path, definitionBytes, loading);
    if (!file) {
      undecided.push(path);
      continue;
    }
    diagnostics.push(...syntaxDiagnostics(file), ...explainLargeFile(file, declarationBytes, sources));
    diagnostics.push(...(await readDeclarations(file, sources, declarations)));
  }
  return undecided;
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
