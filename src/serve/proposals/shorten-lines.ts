/** In UTF-16 code units. A line that is longer is cut to what differs. */
const longestLine = 1000;

/** How much of a cut line is shown before and after what differs, in UTF-16 code units. */
const around = 60;

/**
 * Cuts the long lines of a difference without context lines, such as those of a JSON document on one line: a removed line
 * and the added line in its place show where they differ, each with `…` for what is left out.
 */
export function shortenLines(diff: string): string {
  const lines = diff.split('\n');
  const isLong = (line: string | undefined) => line !== undefined && line.length > longestLine;
  return lines
    .map((line, index) => {
      const other = line.startsWith('-') ? lines[index + 1] : lines[index - 1];
      const isPair = line.startsWith('-')
        ? other?.startsWith('+')
        : line.startsWith('+') && other?.startsWith('-');
      if (other !== undefined && isPair === true && (isLong(line) || isLong(other)))
        return showDifference(line, other);
      return isLong(line) ? `${cutEnd(line, longestLine)}…` : line;
    })
    .join('\n');
}

/** The sign of a line, and what of it differs from the other. */
function showDifference(line: string, other: string): string {
  const [text, otherText] = [line.slice(1), other.slice(1)];
  const start = countSame(text, otherText, (whole, index) => whole[index]);
  const most = Math.min(text.length, otherText.length) - start;
  const end = Math.min(
    most,
    countSame(text, otherText, (whole, index) => whole[whole.length - 1 - index]),
  );
  const from = wholeCharacter(text, Math.max(0, start - around));
  const to = Math.min(text.length, text.length - end + around, from + longestLine);
  return `${line[0] ?? ''}${from > 0 ? '…' : ''}${cutEnd(text.slice(from), to - from)}${to < text.length ? '…' : ''}`;
}

/** How many characters of two texts are the same in the order of `at`. */
function countSame(
  one: string,
  other: string,
  at: (text: string, index: number) => string | undefined,
): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && at(one, count) === at(other, count)) count += 1;
  return count;
}

/** The beginning of a text, which splits no surrogate pair. */
function cutEnd(text: string, length: number): string {
  return text.slice(0, wholeCharacter(text, length));
}

function wholeCharacter(text: string, index: number): number {
  return /[\uD800-\uDBFF]/.test(text[index - 1] ?? '') ? index - 1 : index;
}
