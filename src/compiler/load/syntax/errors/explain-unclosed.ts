import type { SyntaxProblem } from '#compiler/workspace/source-file.ts';

/** A syntax problem without its code. */
export type Explanation = Omit<SyntaxProblem, 'code'>;

/** Explains an unclosed bracket at an offset. */
export function explainUnclosed(text: string, at: number): Explanation {
  const bracket = text.charAt(at);
  return {
    message: `This \`${bracket}\` is not closed.`,
    help: `Close it with \`${bracket === '[' ? ']' : '}'}\` at the end of its content.`,
    span: { start: at, end: at + 1 },
  };
}

/** Explains an unclosed quote at an offset; `otherwise` is alternative advice. */
export function explainUnclosedQuote(at: number, otherwise = ''): Explanation {
  return {
    message: 'This quote is not closed.',
    help: `Close it at the end of its value${otherwise}.`,
    span: { start: at, end: at + 1 },
  };
}

/** Explains a closing bracket without an opening one. */
export function explainExtra(text: string, at: number): Explanation {
  return {
    message: `This \`${text.charAt(at)}\` closes nothing.`,
    help: 'Remove it, or write the opening bracket.',
    span: { start: at, end: at + 1 },
  };
}
