import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import {
  approvalsFile,
  baselineFile,
  ignoreFile,
  type Suppressions,
} from '#compiler/workspace/suppressions.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import { explainFailure } from './explain-failure.ts';
import type { Loading } from './loading.ts';
import { readBaseline } from './read-baseline.ts';
import { syntaxDiagnostics } from './files/source-files.ts';
import { isJsonObject } from '#compiled/json.ts';
import { placeOf, type Place } from '#source/place.ts';
import type { EntryOfKind } from '#compiler/declaration/checked-schemas.ts';
import type { SourceFile } from '#compiler/workspace/source-file.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { checkSchema } from './check-schema.ts';
import { ResultKind } from '#compiler/workspace/build-store.ts';
import type { ReadText } from './files/read-text.ts';

/** The suppressed findings and approved changes of one file, and its errors. */
interface ReadSuppressions extends Partial<Pick<Suppressions, 'ignored' | 'approvals' | 'baseline'>> {
  readonly diagnostics: readonly Diagnostic[];
}

/** By the text of the file; the input is the largest size that is read. */
const suppressionFiles = new ResultKind<ReadText, ReadSuppressions>('load');

/** Reads the files next to the configuration that list suppressed findings and approved changes. */
export async function loadSuppressions(maxBytes: number, loading: Loading): Promise<Suppressions> {
  const { sources, diagnostics } = loading;
  const present = await sources.list([ignoreFile, approvalsFile, baselineFile]);
  const read = async (path: string): Promise<ReadSuppressions> =>
    present.includes(path) ? readSuppressionFile(path, maxBytes, loading) : { diagnostics: [] };
  const [ignoring, approving] = [await read(ignoreFile), await read(approvalsFile)];
  const known = await read(baselineFile);
  diagnostics.push(...ignoring.diagnostics, ...approving.diagnostics, ...known.diagnostics);
  const [{ ignored = [] }, { approvals = [] }, { baseline }] = [ignoring, approving, known];
  return { ignored, approvals, ...(baseline && { baseline }), loading: diagnostics };
}

/** A baseline may be large, so it is read again only if it has changed. */
async function readSuppressionFile(
  path: string,
  maxBytes: number,
  loading: Loading,
): Promise<ReadSuppressions> {
  const { sources, store } = loading;
  const kept = store.of(suppressionFiles);
  const text = await sources.read(path, maxBytes);
  return (
    kept.find(text, maxBytes) ?? kept.set(text, maxBytes, await parseSuppressions(path, maxBytes, loading))
  );
}

async function parseSuppressions(
  path: string,
  maxBytes: number,
  { sources }: Loading,
): Promise<ReadSuppressions> {
  const read = await sources.load(path, maxBytes);
  if ('failure' in read) {
    const at = { file: path, document: 0, pointer: '' };
    const finding = { at, ...explainFailure(read.failure, path, maxBytes) };
    return { diagnostics: [toDiagnostic('file-unreadable', 'error', finding, sources)] };
  }
  const diagnostics = [...syntaxDiagnostics(read.file)];
  if (diagnostics.length > 0) return { diagnostics };
  if (path === ignoreFile) {
    return { ignored: await readEntries('IgnoreEntry', read.file, sources, diagnostics), diagnostics };
  }
  if (path === approvalsFile) {
    return { approvals: await readEntries('Approval', read.file, sources, diagnostics), diagnostics };
  }
  const baseline = readBaseline(read.file, sources, diagnostics);
  return { ...(baseline && { baseline }), diagnostics };
}

/** The help text that describes what a file of entries should contain. */
const wordings = {
  IgnoreEntry: {
    file: 'An ignore file',
    firstField: 'rule',
    fields: '`rule`, a `file`, a `pointer` and a `reason`',
  },
  Approval: {
    file: 'A file of approvals',
    firstField: 'change',
    fields: '`change`, a `rule`, a `reason` and an `approvedBy`',
  },
} as const satisfies Readonly<Record<keyof EntryOfKind, object>>;

/** The entries of a list that fit their schema; the errors of the others are added to the diagnostics. */
async function readEntries<K extends keyof EntryOfKind>(
  kind: K,
  { path, documents }: SourceFile,
  sources: Sources,
  diagnostics: Diagnostic[],
): Promise<readonly Declared<EntryOfKind[K]>[]> {
  const root = { file: path, document: 0, pointer: '' };
  const entries: unknown = documents[0]?.value ?? [];
  if (documents.length > 1 || !Array.isArray(entries)) {
    diagnostics.push(toDiagnostic('invalid-value', 'error', noList(kind, root), sources));
    return [];
  }
  const valid: Declared<EntryOfKind[K]>[] = [];
  for (const [index, value] of entries.entries()) {
    const place = placeOf(root, index);
    const findings = isJsonObject(value) ? await checkSchema(kind, value, place) : [noEntry(kind, place)];
    diagnostics.push(...findings.map(({ code, ...one }) => toDiagnostic(code, 'error', one, sources)));
    if (findings.length === 0) valid.push({ value: value as EntryOfKind[K], place });
  }
  return valid;
}

function noList(kind: keyof EntryOfKind, at: Place) {
  const { file, firstField } = wordings[kind];
  const message = `${file} must contain one list of entries.`;
  return { at, message, help: `Begin each entry with \`- ${firstField}:\`.` };
}

function noEntry(kind: keyof EntryOfKind, at: Place) {
  const help = `Give it a ${wordings[kind].fields}.`;
  return { code: 'invalid-value', at, message: 'This is not a valid entry.', help };
}
