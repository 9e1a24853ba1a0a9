/** Formats a text as inline code, between more backticks than it contains in a row (CommonMark 0.31, section 6.1). */
export function asCode(text: string): string {
  if (text === '') return '';
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  // Readers strip one space from both ends; a backtick next to the fence needs that space.
  const pad = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Inline code in a sentence. The first group is the backticks around it, the second the text between them. */
export const codeInText = /(?<!`)(`+)(?!`)([^]*?[^`])\1(?!`)/g;

/** The code that a reader sees, given the text between the backticks. */
export function readCode(between: string): string {
  return /^ .* $/s.test(between) && between.trim() !== '' ? between.slice(1, -1) : between;
}

/** Completes a truncated sentence: closes inline code that is still open. */
export function closeCode(text: string): string {
  return text + (/`+/.exec(text.replaceAll(codeInText, ''))?.[0] ?? '');
}
