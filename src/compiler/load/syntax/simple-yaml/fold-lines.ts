const space = ' ';

/**
 * Joins the lines of a scalar as YAML does (section 6.5): one line break is a space, each further one a line break.
 * The start of the first line and the end of the last one stay as they are.
 */
export function foldLines(source: string): string {
  const lines = source.split(/\r?\n/);
  const last = lines.length - 1;
  let result = '';
  let breaks = 0;
  for (const [index, line] of lines.entries()) {
    const text = line.slice(index === 0 ? 0 : startOf(line), index === last ? line.length : endOf(line));
    if (index > 0) breaks += 1;
    if (text === '' && index < last) continue;
    result += foldedBreaks(breaks) + text;
    breaks = 0;
  }
  return result;
}

/** What stands for a run of line breaks. */
export function foldedBreaks(breaks: number): string {
  return breaks === 1 ? space : '\n'.repeat(Math.max(0, breaks - 1));
}

function startOf(line: string): number {
  let at = 0;
  while (line[at] === space) at += 1;
  return at;
}

function endOf(line: string): number {
  let at = line.length;
  while (line[at - 1] === space) at -= 1;
  return at;
}
