/** A line break with the spaces around it and the empty lines after it; each space is read once. */
const breaks = /(?<! ) *\r?\n[ \r\n]*/g;

/** Joins the lines of a scalar (section 6.5). The start of the first line and the end of the last one stay as they are. */
export function foldLines(source: string): string {
  // Few scalars have several lines, and a search for the expression takes longer than one for the character.
  return source.includes('\n') ? source.replaceAll(breaks, foldBreaks) : source;
}

/** One line break is a space, each further one a line break. */
export function foldBreaks(run: string): string {
  return '\n'.repeat(run.split('\n').length - 2) || ' ';
}
