import { readYamlLine } from './yaml-line.ts';

/** Lines of a document, and the index of one line. */
export interface ChosenLines {
  readonly lines: readonly string[];
  readonly at: number;
}

/** Documents of up to this number of lines are not reduced. */
const fewLines = 2000;

/**
 * Reduces a large document to the lines that determine the path to a line and its siblings: lines above that are not
 * indented further than any line in between, and lines below until the end of the mapping.
 */
export function linesAround(lines: readonly string[], at: number, character: number): ChosenLines {
  if (lines.length <= fewLines) return { lines, at };
  const own = columnOf(lines[at] ?? '', character);
  const above: string[] = [];
  let least = own;
  for (let index = at - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    const indent = indentOf(line);
    if (indent === undefined || indent > least) continue;
    above.push(line);
    least = indent;
  }
  const below: string[] = [];
  // After an opening bracket at the end of the line, the position is in the collection that begins there.
  const inner = /[[{]\s*$/.test((lines[at] ?? '').slice(0, character))
    ? Math.max(own, indentOf(lines[at + 1] ?? '') ?? 0)
    : own;
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const indent = indentOf(line);
    if (indent === undefined || indent > inner) continue;
    if (indent < inner) break;
    below.push(line);
  }
  return { lines: [...above.toReversed(), lines[at] ?? '', ...below], at: above.length };
}

/** The column of a line's key, after the dashes; for an empty line, the column of the cursor. */
function columnOf(text: string, character: number): number {
  return Math.max(readYamlLine(text, character).column, indentOf(text) ?? 0);
}

/** The column of the first character of a line, which may be a dash; undefined if the line is empty or a comment. */
function indentOf(line: string): number | undefined {
  const indent = line.search(/[^\s]/);
  return indent === -1 || line[indent] === '#' ? undefined : indent;
}
