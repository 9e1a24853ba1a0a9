import {
  carriageReturn,
  colon,
  hash,
  isBlank,
  isFlowIndicator,
  isLineBreak,
  space,
  tab,
} from './characters.ts';
import { giveUp } from './doubt.ts';
import { foldLines } from './fold-lines.ts';
import { resolvePlain } from './resolve-plain.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** Characters that begin something else than a plain scalar (c-indicator, section 5.3), or nothing. */
const startsOfOthers = new Set([...'\t\n\r #,[]{}&*!|>\'"%@`'].map((character) => character.charCodeAt(0)));
/** Those that begin a plain scalar if no blank follows (ns-plain-first, section 7.3.3). */
const startsOfSome = new Set([...'-?:'].map((character) => character.charCodeAt(0)));

/** Whether a plain scalar begins at an offset. */
export function isPlainStart(text: string, at: number, isInFlow: boolean): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code) || startsOfOthers.has(code)) return false;
  if (!startsOfSome.has(code)) return true;
  const next = text.charCodeAt(at + 1);
  return !isBlank(next) && !(isInFlow && isFlowIndicator(next));
}

/** Where one line of a plain scalar ends: after its last character that is not a space. */
export function findPlainEnd(text: string, start: number, isInFlow: boolean): number {
  let end = start;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isLineBreak(code)) break;
    if (isInFlow && isFlowIndicator(code)) break;
    if (code === space || code === tab) {
      if (text.charCodeAt(at + 1) === hash) break;
      continue;
    }
    if (code === colon && endsKey(text.charCodeAt(at + 1), isInFlow)) break;
    end = at + 1;
  }
  return end;
}

function endsKey(next: number, isInFlow: boolean): boolean {
  return isBlank(next) || (isInFlow && isFlowIndicator(next));
}

/** Where a plain scalar continues after the end of a line, indented by `indent` at least; -1 if it does not. */
function findNextPart(text: string, end: number, indent: number): number {
  let lineStart = -1;
  for (let at = end; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === space) continue;
    if (code === tab) giveUp();
    if (code === carriageReturn) at += 1;
    if (isLineBreak(code)) lineStart = at + 1;
    else if (lineStart === -1 || Number.isNaN(code) || code === hash) return -1;
    else return at - lineStart < indent ? -1 : at;
  }
}

/** Reads a plain scalar, whose further lines are indented by `indent` at least. */
export function readPlain(cursor: YamlCursor, indent: number, isInFlow: boolean): unknown {
  const { text, at: start } = cursor;
  if (!isPlainStart(text, start, isInFlow)) giveUp();
  let end = findPlainEnd(text, start, isInFlow);
  let isFolded = false;
  for (let next = findNextPart(text, end, indent); next !== -1; next = findNextPart(text, end, indent)) {
    const endOfPart = findPlainEnd(text, next, isInFlow);
    if (endOfPart === next) break;
    // A line that begins in the first column may also be the mark of another document.
    if (isLineBreak(text.charCodeAt(next - 1))) giveUp();
    end = endOfPart;
    isFolded = true;
  }
  cursor.at = end;
  const source = text.slice(start, end);
  return isFolded ? foldLines(source) : resolvePlain(source);
}
