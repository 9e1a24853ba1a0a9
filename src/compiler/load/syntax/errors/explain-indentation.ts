import type { Explanation } from './explain-unclosed.ts';
import type { LibraryError } from './library-error.ts';
import { contentBefore, lineAt, type TextLine } from './text-lines.ts';

/** Explains a line that is not aligned with any line above it, with its possible indentations. */
export function explainIndentation(
  text: string,
  { message, pos: [start] }: LibraryError,
): Explanation | undefined {
  if (!message.includes('must start at the same column')) return undefined;
  const line = lineAt(text, start);
  const neighbours = findNeighbours(text, line);
  if (neighbours.length === 0) return undefined;
  const spaces = neighbours.map(({ indent }) => indent).join(' or ');
  return {
    message: 'This line is aligned with no line above it.',
    help: `Indent it by ${spaces} ${spaces === '1' ? 'space' : 'spaces'}.`,
    span: { start: line.start + line.indent, end: line.start + line.text.trimEnd().length },
  };
}

/** The nearest line above that is further out, and the outermost line between them. */
function findNeighbours(text: string, line: TextLine): readonly TextLine[] {
  let inner: TextLine | undefined;
  for (const above of contentBefore(text, line)) {
    if (above.indent < line.indent) return inner ? [above, inner] : [above];
    if (above.indent > line.indent && above.indent <= (inner?.indent ?? Infinity)) inner = above;
  }
  return inner ? [inner] : [];
}
