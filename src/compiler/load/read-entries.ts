import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { isJsonObject } from '../../compiled/json.ts';
import { placeOf, type Place } from '../../source/place.ts';
import type { EntryOfKind } from '../declaration/kinds.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Declared } from '../workspace/workspace.ts';
import { checkSchema } from './check-schema.ts';

/** How people are told what a file of entries should hold. */
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

/** The entries of a list that fit their schema; what is wrong with the others is added to the diagnostics. */
export async function readEntries<K extends keyof EntryOfKind>(
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
  const message = `${file} is one list of entries, and this file is not.`;
  return { at, message, help: `Begin each entry with \`- ${firstField}:\`.` };
}

function noEntry(kind: keyof EntryOfKind, at: Place) {
  const help = `Give it a ${wordings[kind].fields}.`;
  return { code: 'invalid-value', at, message: 'This is no entry.', help };
}
