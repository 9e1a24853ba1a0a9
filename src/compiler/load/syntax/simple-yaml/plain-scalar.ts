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

/** Characters that cannot begin a plain scalar (c-indicator, section 5.3). */
const startsOfOthers = new Set([...'\t\n\r #,[]{}&*!|>\'"%@`'].map((character) => character.charCodeAt(0)));
/** Characters that begin a plain scalar only if no blank follows (ns-plain-first, section 7.3.3). */
const startsOfSome = new Set([...'-?:'].map((character) => character.charCodeAt(0)));

/** Whether a plain scalar begins at an offset. */
export function isPlainStart(text: string, at: number, isInFlow: boolean): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code) || startsOfOthers.has(code)) return false;
  if (!startsOfSome.has(code)) return true;
  const next = text.charCodeAt(at + 1);
  return !isBlank(next) && !(isInFlow && isFlowIndicator(next));
}

/** The end of a line of a plain scalar: after its last character that is not a space. */
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

/**
 * The offset at which a plain scalar continues on a further line, with at least the indentation `indent`; -1 if it does
 * not continue.
 */
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

/** Reads a plain scalar, whose further lines have at least the indentation `indent`. */
export function readPlain(cursor: YamlCursor, indent: number, isInFlow: boolean): unknown {
  const { text, at: start } = cursor;
  if (!isPlainStart(text, start, isInFlow)) giveUp();
  let end = findPlainEnd(text, start, isInFlow);
  let isFolded = false;
  for (let next = findNextPart(text, end, indent); next !== -1; next = findNextPart(text, end, indent)) {
    const endOfPart = findPlainEnd(text, next, isInFlow);
    if (endOfPart === next) break;
    // A line that begins in the first column may be the marker of another document.
    if (isLineBreak(text.charCodeAt(next - 1))) giveUp();
    end = endOfPart;
    isFolded = true;
  }
  cursor.at = end;
  const source = text.slice(start, end);
  return isFolded ? foldLines(source) : resolvePlain(source);
}
