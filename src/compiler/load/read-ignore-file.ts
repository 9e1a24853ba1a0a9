import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { isJsonObject } from '../../compiled/json.ts';
import { placeOf, type Place } from '../../source/place.ts';
import type { IgnoreEntry } from '../declaration/ignore-entry.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Declared } from '../workspace/workspace.ts';
import { checkSchema } from './check-schema.ts';

/** The entries of an ignore file that fit their schema; what is wrong with the others is added to the diagnostics. */
export async function readIgnoreFile(
  { path, documents }: SourceFile,
  sources: Sources,
  diagnostics: Diagnostic[],
): Promise<readonly Declared<IgnoreEntry>[]> {
  const root = { file: path, document: 0, pointer: '' };
  const entries: unknown = documents[0]?.value ?? [];
  if (documents.length > 1 || !Array.isArray(entries)) {
    const message = 'An ignore file is one list of entries, and this file is not.';
    const help = 'Begin each entry with `- rule:`.';
    diagnostics.push(toDiagnostic('invalid-value', 'error', { at: root, message, help }, sources));
    return [];
  }
  const valid: Declared<IgnoreEntry>[] = [];
  for (const [index, value] of entries.entries()) {
    const place = placeOf(root, index);
    const findings = isJsonObject(value) ? await checkSchema('IgnoreEntry', value, place) : [noEntry(place)];
    diagnostics.push(...findings.map(({ code, ...one }) => toDiagnostic(code, 'error', one, sources)));
    if (findings.length === 0) valid.push({ value: value as IgnoreEntry, place });
  }
  return valid;
}

function noEntry(at: Place) {
  const help = 'Give it a `rule`, a `file`, a `pointer` and a `reason`.';
  return { code: 'invalid-value', at, message: 'This is no entry.', help };
}
