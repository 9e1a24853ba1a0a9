import type { SyntaxProblem } from '../../../workspace/source-file.ts';

/** A problem before it has a code. */
export type Explanation = Omit<SyntaxProblem, 'code'>;

/** Explains a bracket that is not closed, at its offset. */
export function explainUnclosed(text: string, at: number): Explanation {
  const bracket = text.charAt(at);
  return {
    message: `This \`${bracket}\` is not closed.`,
    help: `Close it with \`${bracket === '[' ? ']' : '}'}\` at the end of its content.`,
    span: { start: at, end: at + 1 },
  };
}
