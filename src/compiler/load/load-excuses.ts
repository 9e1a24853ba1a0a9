import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { baselineFile, ignoreFile, type Excuses } from '../workspace/excuses.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import { explainFailure } from './explain-failure.ts';
import type { Loading } from './loading.ts';
import { readBaseline } from './read-baseline.ts';
import { readIgnoreFile } from './read-ignore-file.ts';
import { syntaxDiagnostics } from './source-files.ts';

/** What one file says of findings that are not reported, and what is wrong with it. */
export interface ReadExcuses extends Partial<Pick<Excuses, 'ignored' | 'baseline'>> {
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what stands beside the configuration of findings that are not reported. */
export async function loadExcuses(maxBytes: number, loading: Loading): Promise<Excuses> {
  const { sources, diagnostics } = loading;
  const present = await sources.list([ignoreFile, baselineFile]);
  const read = async (path: string): Promise<ReadExcuses> =>
    present.includes(path) ? readExcuses(path, maxBytes, loading) : { diagnostics: [] };
  const [ignoring, known] = [await read(ignoreFile), await read(baselineFile)];
  diagnostics.push(...ignoring.diagnostics, ...known.diagnostics);
  const { baseline } = known;
  return { ignored: ignoring.ignored ?? [], ...(baseline && { baseline }), loading: diagnostics };
}

/** A baseline may be large, so that it is read again only where it has changed. */
async function readExcuses(path: string, maxBytes: number, loading: Loading): Promise<ReadExcuses> {
  const { sources, cache } = loading;
  const text = await sources.read(path, maxBytes);
  const excuses = cache?.excuses.get(text) ?? (await parseExcuses(path, maxBytes, loading));
  cache?.excuses.set(text, excuses);
  return excuses;
}

async function parseExcuses(path: string, maxBytes: number, { sources }: Loading): Promise<ReadExcuses> {
  const read = await sources.load(path, maxBytes);
  if ('failure' in read) {
    const at = { file: path, document: 0, pointer: '' };
    const finding = { at, ...explainFailure(read.failure, path, maxBytes) };
    return { diagnostics: [toDiagnostic('file-unreadable', 'error', finding, sources)] };
  }
  const diagnostics = [...syntaxDiagnostics(read.file)];
  if (diagnostics.length > 0) return { diagnostics };
  if (path === ignoreFile) {
    return { ignored: await readIgnoreFile(read.file, sources, diagnostics), diagnostics };
  }
  const baseline = readBaseline(read.file, sources, diagnostics);
  return { ...(baseline && { baseline }), diagnostics };
}
