import { readYamlLine } from './yaml-line.ts';

/** Lines of a document, and the number of one of them. */
export interface ChosenLines {
  readonly lines: readonly string[];
  readonly at: number;
}

/** Documents of as many lines are read as they are. */
const fewLines = 2000;

/**
 * Of a large document only the lines that the path to one of them and its siblings depend on: those above that are not
 * further in than any line between, and those below until the end of its mapping.
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
  // Behind a bracket at the end of the line, the position is in what begins there.
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

/** Where the key of a line begins, behind its dashes; an empty line is as far in as the cursor. */
function columnOf(text: string, character: number): number {
  return Math.max(readYamlLine(text, character).column, indentOf(text) ?? 0);
}

/** How far in a line is, or its first dash; undefined if it has no content but a comment. */
function indentOf(line: string): number | undefined {
  const indent = line.search(/[^\s]/);
  return indent === -1 || line[indent] === '#' ? undefined : indent;
}
