import { CodeActionKind, type CodeAction, type Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { rules } from '../../compiler/lint/rules.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { FolderReport } from './lint-folder.ts';
import { toLspDiagnostic, toLspRange } from './to-lsp-diagnostic.ts';

/** What may be done about the diagnostics that a range of a buffer touches. */
export function findCodeActions(
  document: TextDocument,
  range: Range,
  report: FolderReport,
): readonly CodeAction[] {
  const diagnostics = report.byUri.get(document.uri) ?? [];
  return diagnostics
    .filter(({ at }) => overlaps(toLspRange(at), range))
    .flatMap((diagnostic) => [...suppressionOf(diagnostic, document, report)]);
}

function overlaps(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Range['start'], other: Range['start']): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

const designRules = new Set(rules.filter(({ group }) => group === 'design').map(({ name }) => name));

/** A comment above the line; the reason, without which it suppresses nothing, is left to its author. */
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
      title: `Ignore ${code} here, for a reason`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toLspDiagnostic(diagnostic, uriOf)],
      edit: { changes: { [document.uri]: [{ range: { start, end: start }, newText }] } },
    },
  ];
}
