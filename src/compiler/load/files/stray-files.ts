import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Place } from '#source/place.ts';
import type { ReadFailure } from '#source/source-tree.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import type { SourceFile } from '#compiler/workspace/source-file.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import { explainFailure } from '../explain-failure.ts';
import { type FileSizes, syntaxDiagnostics, type SourceFiles } from './source-files.ts';
import { ResultKind } from '#compiler/workspace/build-store.ts';
import type { ReadText } from './read-text.ts';
import type { Loading } from './loading.ts';
import { explainForeignKinds } from '../read-declarations.ts';

/** The diagnostics about an unused file, by its text; they also depend on the size limits. */
const strayFiles = new ResultKind<ReadText, readonly Diagnostic[]>('load');

/**
 * Reports files that match the globs but are neither declarations nor part of a definition. If there are errors, only
 * errors are reported, since the files of an unreadable API are unknown.
 */
export async function reportStrayFiles(
  paths: readonly string[],
  sizes: FileSizes,
  { sources, diagnostics, store }: Loading,
): Promise<void> {
  const [cache, limits] = [store.of(strayFiles), Object.values(sizes)];
  const explained: (readonly Diagnostic[])[] = [];
  for (const path of paths) {
    const text = await sources.read(path, sizes.definitionBytes);
    if ('failure' in text && (await sources.isGone(path))) continue;
    explained.push(
      cache.find(text, limits) ?? cache.set(text, limits, await explainStrayFile(path, sizes, sources)),
    );
  }
  const found = explained.flat();
  const isBroken = [...diagnostics, ...found].some(({ severity }) => severity === 'error');
  diagnostics.push(...(isBroken ? found.filter(({ severity }) => severity === 'error') : found));
}

async function explainStrayFile(
  path: string,
  sizes: FileSizes,
  sources: SourceFiles,
): Promise<readonly Diagnostic[]> {
  const read = await sources.load(path, sizes.definitionBytes);
  if ('failure' in read) return [unreadable(path, read.failure, sizes.definitionBytes, sources)];
  const problems = [
    ...syntaxDiagnostics(read.file),
    ...explainLargeFile(read.file, sizes.declarationBytes, sources),
    ...explainForeignKinds(read.file, sources),
  ];
  return problems.length > 0 ? problems : [strayFile(path, sources)];
}

/** The diagnostic for a file of declarations that is larger than allowed; empty if it is not. */
export function explainLargeFile(
  file: SourceFile,
  maxBytes: number,
  sources: Sources,
): readonly Diagnostic[] {
  if (Buffer.byteLength(file.text) <= maxBytes) return [];
  return [unreadable(file.path, 'too-large', maxBytes, sources)];
}

function unreadable(path: string, failure: ReadFailure, maxBytes: number, sources: Sources): Diagnostic {
  const finding = { at: startOf(path), ...explainFailure(failure, path, maxBytes) };
  return toDiagnostic('file-unreadable', 'error', finding, sources);
}

function strayFile(path: string, sources: Sources): Diagnostic {
  const finding = {
    at: startOf(path),
    message: 'This file contains no declaration, and no API definition uses it.',
    help: 'Give each of its documents a `kind`, use it in an API, or exclude it from `sources` in the configuration.',
  };
  return toDiagnostic('stray-file', 'warning', finding, sources);
}

function startOf(file: string): Place {
  return { file, document: 0, pointer: '' };
}
