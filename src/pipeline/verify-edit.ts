import { isJsonObject, type Json, sameJson } from '#compiled/json.ts';
import { allLists } from '#compiled/manifest.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';
import type { Plan } from '#compiler/plan/change.ts';
import { ChangeError } from '#compiler/propose/change-error.ts';
import type { ExpectedDeclaration, ProposedEdit } from '#compiler/propose/proposed-edit.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Side } from './compare.ts';

/** Throws a ChangeError if a change contains a document that refers to other files. */
export async function refuseReferences({ files }: ProposedEdit, change: ProposedChange): Promise<void> {
  if (!('definition' in change)) return;
  for (const [path, text] of Object.entries(files))
    if (text !== undefined) await refuseOtherFiles(path, text);
}

/** Throws a ChangeError unless the edited sources are read as intended. */
export function checkDeclared({ workspace, sources }: Side, { files, declares }: ProposedEdit): void {
  const unread = Object.keys(files).find(
    (path) => files[path] !== undefined && !sources.files.includes(path),
  );
  if (unread !== undefined)
    throw new ChangeError(`${unread} would not be read: no glob of \`sources\` matches it.`);
  const isAsExpected = workspace && declares.every((expected) => isDeclared(workspace, expected));
  if (!isAsExpected) throw new ChangeError(unwritable);
}

const unwritable = 'A file has a layout into which this cannot be written: edit it by hand.';

/** Throws a ChangeError unless the edited sources suppress a finding, and declare nothing else than before. */
export function checkSuppressed(
  { suppressedFindings }: Side,
  { code, message, at }: Diagnostic,
  { changes }: Plan,
): void {
  const isSuppressed = suppressedFindings?.suppressed.some(
    (one) =>
      one.code === code &&
      one.message === message &&
      one.at.file === at.file &&
      one.at.pointer === at.pointer,
  );
  if (isSuppressed !== true || changes.length > 0) throw new ChangeError(unwritable);
}

function isDeclared(workspace: Workspace, { list, key, value }: ExpectedDeclaration): boolean {
  const keyOf = allLists.find(({ name }) => name === list)?.keyOf as (value: unknown) => string;
  const found = workspace[list].filter((declared) => keyOf(declared.value) === key);
  if (value === undefined) return found.length === 0;
  return found.length === 1 && sameJson(found[0]?.value, value);
}

/**
 * Throws a ChangeError if a text, in YAML or JSON, refers to another file: the findings in that file would be shown to
 * the person who proposes the text, and its content published.
 */
async function refuseOtherFiles(path: string, text: string): Promise<void> {
  const { documents } = await parseSource(path, text);
  const seen = new Set<Json>();
  const waiting = documents.map(({ value }) => (value ?? null) as Json);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // An alias leads to the same value again.
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isJsonObject(next)) refuseReference(next['$ref']);
    for (const value of Object.values(next)) waiting.push(value);
  }
}

function refuseReference(reference: Json | undefined): void {
  if (typeof reference !== 'string' || reference.startsWith('#')) return;
  throw new ChangeError(
    `The document refers to another file by \`${reference}\`. Put all of it into one document.`,
    undefined,
    'definition',
  );
}
