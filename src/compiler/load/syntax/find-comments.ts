import { Lexer } from 'yaml';
import type { Span } from '../../workspace/source-file.ts';

/** What the lexer says between the tokens: that a document begins, or that a flow collection is cut short. */
const marks: readonly string[] = ['\u0002', '\u0018'];
/** What it says before a plain or block scalar, which may look like anything. */
const scalarMark = '\u001f';

/** The comments of a YAML text, each from its `#` to the end of its line, the line break left out. */
export function findComments(text: string): readonly Span[] {
  const comments: Span[] = [];
  let at = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalar && marks.includes(token)) continue;
    if (!isScalar && token === scalarMark) {
      isScalar = true;
      continue;
    }
    if (!isScalar && token.startsWith('#')) comments.push({ start: at, end: at + token.length });
    isScalar = false;
    at += token.length;
  }
  return comments;
}
