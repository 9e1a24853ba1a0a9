import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import {
  approvalsFile,
  baselineFile,
  ignoreFile,
  type Suppressions,
  type KnownFinding,
} from '#compiler/workspace/suppressions.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import { explainFailure } from './explain-failure.ts';
import type { Loading } from './files/loading.ts';
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

interface FormatProblem {
  readonly pointer: string;
  readonly message: string;
}

const fields: Readonly<Record<keyof KnownFinding, (value: unknown) => boolean>> = {
  rule: isText,
  file: isText,
  document: (value) => value === undefined || isPositive(value),
  pointer: (value) => value === '' || (isText(value) && value.startsWith('/')),
  fingerprint: (value) => isText(value) && /^[0-9a-f]{32}$/.test(value),
  items: areDigests,
  keys: areDigests,
  count: (value) => value === undefined || (isPositive(value) && value > 1),
};

/** The suppressed findings and approved changes of one file, and its errors. */
interface ReadSuppressions extends Partial<Pick<Suppressions, 'ignored' | 'approvals' | 'baseline'>> {
  readonly diagnostics: readonly Diagnostic[];
}

/** The results by the text of the file; they also depend on the size limit. */
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

/** Reads one file. Results are cached, since a baseline may be large. */
async function readSuppressionFile(
  path: string,
  maxBytes: number,
  loading: Loading,
): Promise<ReadSuppressions> {
  const { sources, store } = loading;
  const cache = store.of(suppressionFiles);
  const text = await sources.read(path, maxBytes);
  return (
    cache.find(text, maxBytes) ?? cache.set(text, maxBytes, await parseSuppressions(path, maxBytes, loading))
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

/** The parts of help texts for each kind of entry. */
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

/** The entries of a list that fit their schema. The errors of all other entries are added to `diagnostics`. */
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

/**
 * The findings of a baseline. If it is not in the form that `gatewright` writes, adds a diagnostic for the first
 * problem and returns undefined.
 */
function readBaseline(
  { path, documents }: SourceFile,
  sources: Sources,
  diagnostics: Diagnostic[],
): readonly KnownFinding[] | undefined {
  const value = documents[0]?.value;
  const problem = findProblem(value);
  if (!problem) return (value as { readonly findings: readonly KnownFinding[] }).findings;
  const finding = {
    at: { file: path, document: 0, pointer: problem.pointer },
    message: problem.message,
    help: 'Restore it from git, or delete it and create it again with `gatewright lint --write-baseline`.',
  };
  diagnostics.push(toDiagnostic('baseline-damaged', 'error', finding, sources));
  return undefined;
}

function findProblem(value: unknown): FormatProblem | undefined {
  if (!isJsonObject(value) || value['kind'] !== 'Baseline') {
    return { pointer: '', message: 'This is not a baseline of gatewright.' };
  }
  if (value['format'] !== 1) {
    return { pointer: '/format', message: 'This version does not support the format of this baseline.' };
  }
  const findings: unknown = value['findings'];
  if (!Array.isArray(findings))
    return { pointer: '/findings', message: 'This baseline has no list of findings.' };
  return findInvalidEntry(findings);
}

function findInvalidEntry(findings: readonly unknown[]): FormatProblem | undefined {
  const seen = new Set<string>();
  for (const [index, finding] of findings.entries()) {
    const pointer = `/findings/${index}`;
    if (!isKnownFinding(finding)) return { pointer, message: 'This is not a valid finding of a baseline.' };
    const { count: _count, ...known } = finding;
    const text = JSON.stringify(known);
    if (seen.has(text)) return { pointer, message: 'This finding is in the baseline twice.' };
    seen.add(text);
  }
  return undefined;
}

function isKnownFinding(value: unknown): value is KnownFinding {
  if (!isJsonObject(value)) return false;
  const isWhole = Object.entries(fields).every(([field, fits]) => fits(value[field]));
  return isWhole && Object.keys(value).every((field) => Object.hasOwn(fields, field));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function areDigests(value: unknown): boolean {
  return value === undefined || (isJsonObject(value) && Object.values(value).every(isDigest));
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{16}$/.test(value);
}
