/** A line break with the spaces around it and the empty lines after it. The pattern reads each space once. */
const breaks = /(?<! ) *\r?\n[ \r\n]*/g;

/** Joins the lines of a scalar (section 6.5). Spaces at its start and end are unchanged. */
export function foldLines(source: string): string {
  // Fast path: few scalars have several lines, and searching for a character is cheaper than matching a pattern.
  return source.includes('\n') ? source.replaceAll(breaks, foldBreaks) : source;
}

/** Replaces line breaks: a single one becomes a space, and of several all but the first remain. */
export function foldBreaks(run: string): string {
  return '\n'.repeat(run.split('\n').length - 2) || ' ';
}
