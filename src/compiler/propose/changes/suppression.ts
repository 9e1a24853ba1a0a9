import type { SuppressedFinding } from '#compiled/proposals/proposed-change.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { appendItem } from '#compiler/edit/insert-content.ts';
import type { TextEdit } from '#compiler/edit/text-edit.ts';
import { layoutOf, renderBlock } from '#compiler/edit/text-layout.ts';
import { ignoreFile, suppressionMarker } from '#compiler/workspace/suppressions.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { findApi } from '../find-declared.ts';
import { type ChangeContext, editFile, type ProposedEdit } from '../proposed-edit.ts';
import { isJson } from './api.ts';

/**
 * Suppresses one finding with a reason: by a comment above its line, or, where there is no room for a comment, by an
 * entry of the ignore file. What would hide other findings too is refused.
 */
export function suppressFinding(
  workspace: Workspace,
  change: SuppressedFinding,
  { suppressible }: ChangeContext,
): ProposedEdit {
  const { api, rule, file, pointer, reason } = change;
  checkLines('reason', [reason], 'reason');
  findApi(workspace, api);
  const finding = suppressible
    .ofApi(api)
    .find(({ code, at }) => code === rule && at.file === file && at.pointer === pointer);
  if (!finding)
    throw new ChangeError(
      'Lint reports no such finding any more, or its rule cannot be suppressed. The page of the version lists its findings.',
    );
  const alike = suppressible.inFile(file).filter(({ code }) => code === rule);
  const isExact = (covered: readonly Diagnostic[]) => covered.every(({ at }) => isSamePlace(at, finding.at));
  const text = workspace.sources.text(file) ?? '';
  if (isExact(alike.filter(({ at }) => at.line === finding.at.line)) && !isJson(text)) {
    const commented = editFile(workspace, file, (before) => [commentAbove(before, finding, reason)]);
    return { files: { [file]: commented }, declares: [], suppresses: finding };
  }
  const below = alike.filter(({ at }) => at.pointer === pointer || at.pointer.startsWith(`${pointer}/`));
  if (!isExact(below))
    throw new ChangeError(
      `A suppression there would hide other findings of ${rule} too, so it is written by hand in the repository.`,
    );
  const entry = { rule, file, pointer, reason: reason.trim() };
  return { files: { [ignoreFile]: withEntry(workspace, entry) }, declares: [], suppresses: finding };
}

function isSamePlace(one: Diagnostic['at'], other: Diagnostic['at']): boolean {
  return one.line === other.line && one.column === other.column && one.pointer === other.pointer;
}

/** A comment on a line of its own, with the indentation of the line of the finding. */
function commentAbove(text: string, { code, at }: Diagnostic, reason: string): TextEdit {
  const lines = text.split('\n');
  const offset = lines.slice(0, at.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const line = lines[at.line - 1] ?? '';
  const lineBreak = line.endsWith('\r') ? '\r\n' : '\n';
  const margin = /^[ \t]*/.exec(line)?.[0] ?? '';
  const comment = `${margin}# ${suppressionMarker} ${code}: ${reason.trim()}${lineBreak}`;
  return { offset, length: 0, text: comment };
}

/** The ignore file with a further entry; the file may have no entry yet, or be missing. */
function withEntry(workspace: Workspace, entry: Readonly<Record<string, string>>): string {
  const before = workspace.sources.text(ignoreFile) ?? '';
  if (before.split('\n').some((line) => !/^\s*(#|$)/.test(line)))
    return editFile(workspace, ignoreFile, (text) => appendItem(new EditableText(text), root, entry));
  const lineEnd = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${lineEnd}${renderBlock([entry], 0, layoutOf(before))}`;
}

const root = { document: 0, pointer: '' };
