import { type Hover, MarkupKind, type Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { rules } from '#compiler/lint/rules.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { escapeMarkdown } from '../../views/escape-markdown.ts';
import type { FolderReport } from '../folder-session.ts';
import { toLspRange } from '../to-lsp-diagnostic.ts';
import { readCursorPath } from './cursor-path.ts';
import { mayDeclare } from './may-declare.ts';
import { declarationFields } from './declaration-fields.ts';

/**
 * The rules of the findings at a position, and the description of its field: `described`, otherwise the description of
 * a declaration's field. Undefined if there are neither.
 */
export function findHover(
  document: TextDocument,
  position: Position,
  report: FolderReport | undefined,
  described: string | undefined,
): Hover | undefined {
  const findings = report?.byUri.get(document.uri) ?? [];
  const texts = [
    ...findings.filter((one) => isAt(one, position)).map(describeRule),
    described ?? describeKey(document, position),
  ].filter((text) => text !== undefined);
  if (texts.length === 0) return undefined;
  return { contents: { kind: MarkupKind.Markdown, value: [...new Set(texts)].join('\n\n---\n\n') } };
}

function isAt({ at }: Diagnostic, { line, character }: Position): boolean {
  const { start, end } = toLspRange(at);
  const isBefore = line < start.line || (line === start.line && character < start.character);
  const isAfter = line > end.line || (line === end.line && character > end.character);
  return !isBefore && !isAfter;
}

const rulesByName = new Map(rules.map((rule) => [rule.name, rule]));

function describeRule({ code }: Diagnostic): string | undefined {
  const rule = rulesByName.get(code);
  if (!rule) return undefined;
  return `**${code}**: ${escapeMarkdown(rule.summary)}\n\n${escapeMarkdown(rule.why)}\n\n\`gatewright explain ${code}\` shows examples.`;
}

function describeKey(document: TextDocument, position: Position): string | undefined {
  if (!mayDeclare(document, position)) return undefined;
  const { kind, key, isInKey, parents } = readCursorPath(
    document.getText(),
    position.line,
    position.character,
  );
  if (kind === undefined || key === undefined || !isInKey) return undefined;
  const description = declarationFields(kind)?.describe([...parents, key]);
  return description === undefined ? undefined : `**${escapeMarkdown(key)}**: ${escapeMarkdown(description)}`;
}
