import type { Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { kinds } from '#compiler/declaration/kinds.ts';

const named = new RegExp(String.raw`\bkind["']?\s*:\s*["']?(?:${kinds.join('|')})\b`);

/**
 * Whether a text may contain a declaration at a position. This is a fast test that excludes most large OpenAPI
 * documents.
 */
export function mayDeclare(document: TextDocument, { line }: Position): boolean {
  const start = { line, character: 0 };
  const lineText = document.getText({ start, end: { line: line + 1, character: 0 } });
  return /\bkind["']?\s*:/.test(lineText) || named.test(document.getText());
}
