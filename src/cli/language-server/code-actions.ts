import { CodeActionKind, type CodeAction, type Range, type TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { editFix, type FileEdit } from '#compiler/edit/edit-fix.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { EditError } from '#compiler/edit/text-edit.ts';
import { rules } from '#compiler/lint/rules.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { FolderFiles } from './folder-files.ts';
import type { FolderReport } from './folder-session.ts';
import { toLspDiagnostic, toLspRange } from './to-lsp-diagnostic.ts';

/** The code actions for the diagnostics in a range of a buffer. */
export function findCodeActions(
  document: TextDocument,
  range: Range,
  report: FolderReport,
  files: FolderFiles,
): readonly CodeAction[] {
  // The report is about another version of the buffer if the check of this version has failed; its locations are then
  // wrong.
  if (report.versions.get(document.uri) !== document.version) return [];
  const diagnostics = report.byUri.get(document.uri) ?? [];
  return diagnostics
    .filter(({ at }) => overlaps(toLspRange(at), range))
    .flatMap((diagnostic) => [
      ...fixOf(diagnostic, report, files),
      ...suppressionOf(diagnostic, document, report),
    ]);
}

function overlaps(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

/** The fix that `lint --fix` applies; empty if it cannot be applied to the texts of the files. */
function fixOf(diagnostic: Diagnostic, { uriOf }: FolderReport, files: FolderFiles): readonly CodeAction[] {
  const { fix } = diagnostic;
  if (!fix) return [];
  const textOf = (file: string): string => files.textOf(file) ?? '';
  try {
    const edits = editFix(fix, (file) => new EditableText(textOf(file)));
    return [
      {
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toLspDiagnostic(diagnostic, uriOf)],
        isPreferred: true,
        edit: { changes: groupByUri(edits, textOf, uriOf) },
      },
    ];
  } catch (error) {
    if (error instanceof EditError) return [];
    throw error;
  }
}

function groupByUri(
  edits: readonly FileEdit[],
  textOf: (file: string) => string,
  uriOf: (file: string) => string,
): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const { file, offset, length, text } of edits) {
    const document = TextDocument.create(uriOf(file), 'yaml', 0, textOf(file));
    const range = { start: document.positionAt(offset), end: document.positionAt(offset + length) };
    (changes[uriOf(file)] ??= []).push({ range, newText: text });
  }
  return changes;
}

const designRules = new Set(rules.filter(({ group }) => group === 'design').map(({ name }) => name));

/** Inserts a comment above the line. The author has to add the reason, without which the comment suppresses nothing. */
function suppressionOf(
  diagnostic: Diagnostic,
  document: TextDocument,
  { uriOf }: FolderReport,
): readonly CodeAction[] {
  const { code, at } = diagnostic;
  if (!designRules.has(code) || document.uri.endsWith('.json')) return [];
  const start = { line: at.line - 1, character: 0 };
  const [indent = ''] = /^ */.exec(document.getText({ start, end: { line: at.line, character: 0 } })) ?? [];
  const newText = `${indent}# gatewright-ignore ${code}: \n`;
  return [
    {
      title: `Suppress ${code} here, with a reason`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toLspDiagnostic(diagnostic, uriOf)],
      edit: { changes: { [document.uri]: [{ range: { start, end: start }, newText }] } },
    },
  ];
}
