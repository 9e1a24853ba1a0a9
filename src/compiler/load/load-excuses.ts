import { baselineFile, ignoreFile, type Excuses } from '../workspace/excuses.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import { explainFailure } from './explain-failure.ts';
import { readBaseline } from './read-baseline.ts';
import { readIgnoreFile } from './read-ignore-file.ts';
import type { Loading } from './loading.ts';
import { syntaxDiagnostics } from './source-files.ts';

/** Reads what stands beside the configuration of findings that are not reported. */
export async function loadExcuses(maxBytes: number, loading: Loading): Promise<Excuses> {
  const { sources, diagnostics } = loading;
  const present = await sources.list([ignoreFile, baselineFile]);
  const read = async (path: string): Promise<SourceFile | undefined> =>
    present.includes(path) ? readWhole(path, maxBytes, loading) : undefined;
  const [ignoring, known] = [await read(ignoreFile), await read(baselineFile)];
  const ignored = ignoring ? await readIgnoreFile(ignoring, sources, diagnostics) : [];
  const baseline = known && readBaseline(known, sources, diagnostics);
  return { ignored, ...(baseline && { baseline }), loading: diagnostics };
}

/** A file that could be parsed to its end. */
async function readWhole(
  path: string,
  maxBytes: number,
  { sources, diagnostics }: Loading,
): Promise<SourceFile | undefined> {
  const read = await sources.load(path, maxBytes);
  if ('failure' in read) {
    const at = { file: path, document: 0, pointer: '' };
    const finding = { at, ...explainFailure(read.failure, path, maxBytes) };
    diagnostics.push(toDiagnostic('file-unreadable', 'error', finding, sources));
    return undefined;
  }
  diagnostics.push(...syntaxDiagnostics(read.file));
  return read.file.problems.length === 0 ? read.file : undefined;
}
