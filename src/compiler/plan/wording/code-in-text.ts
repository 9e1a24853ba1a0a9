/** A text as code in a sentence: between more backticks than it has next to each other (CommonMark 0.31, section 6.1). */
export function asCode(text: string): string {
  if (text === '') return '';
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  // A space at both ends is removed, and needed next to a backtick.
  const pad = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A piece of code in a sentence: its first group is the backticks before and after it, the second what is between. */
export const codeInText = /(?<!`)(`+)(?!`)([^]*?[^`])\1(?!`)/g;

/** The text between the backticks of a piece of code, as a reader sees it. */
export function readCode(between: string): string {
  return /^ .* $/s.test(between) && between.trim() !== '' ? between.slice(1, -1) : between;
}

/** A sentence that may have been cut within a piece of code, which ends there then. */
export function closeCode(text: string): string {
  return text + (/`+/.exec(text.replaceAll(codeInText, ''))?.[0] ?? '');
}
