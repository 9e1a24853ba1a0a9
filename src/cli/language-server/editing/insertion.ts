import type { CompletionItem, Position } from 'vscode-languageserver/node';
import type { WrittenToken } from './flow-path.ts';
import { readYamlLine } from './yaml-line.ts';

/** The key or value at a character of a line in block style, including its quotes. */
export function writtenInLine(text: string, character: number, isInKey: boolean): WrittenToken {
  const { column, key, keyEnd, isEmpty } = readYamlLine(text, character);
  const hasColon = isInKey && key !== undefined;
  const start =
    isInKey || key === undefined ? column : keyEnd + (/^\s*:\s*/.exec(text.slice(keyEnd))?.[0].length ?? 0);
  const rest = text.slice(start);
  const quoted = /^"[^"]*"?|^'[^']*'?/.exec(rest)?.[0];
  const plain = /^(?:[^\s]|[ \t]+(?!#|\s*$))*/.exec(rest)?.[0] ?? '';
  const end = hasColon ? keyEnd : isEmpty ? start : start + (quoted ?? plain).length;
  if (character < start || character > end) return { before: 0, after: 0, hasColon };
  return { before: character - start, after: end - character, hasColon };
}

/** Replaces the written key or value by a text, by which editors also filter. */
export function replaceWritten(
  text: string,
  { before, after, hasColon }: WrittenToken,
  isInKey: boolean,
  { line, character }: Position,
): Pick<CompletionItem, 'filterText' | 'textEdit'> {
  const start = { line, character: character - before };
  const end = { line, character: character + after };
  const newText = isInKey && !hasColon ? `${text}: ` : text;
  return { filterText: text, textEdit: { range: { start, end }, newText } };
}
