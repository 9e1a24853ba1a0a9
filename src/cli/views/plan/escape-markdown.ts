import { printable } from '../display-width.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A backslash would do for GitHub, but not every reader of tables knows it.
  '|': '&#124;',
};

/** A text in Markdown, also in a cell of a table, all plain text, except for `code` like this. */
export function escapeMarkdown(text: string): string {
  const [first = '', ...rest] = text.split(/`([^`]+)`/);
  return rest.reduce(
    (written, part, index) =>
      written + (index % 2 === 0 ? `<code>${escapeText(part)}</code>` : escapeText(part)),
    escapeText(first),
  );
}

/**
 * A space of no width parts `@name` and `#1`, which would call a person or link to an issue; the signs that make a
 * link of an address are written as entities, since a link would show the escapes within it.
 */
function escapeText(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_[\]~$#]/g, '\\$&')
    .replaceAll(/[&<>|]/g, (character) => entities[character] ?? '')
    .replaceAll(/(?:@|\\#)(?=\w)/g, '$&&#8203;')
    .replaceAll('://', '&#58;//')
    .replaceAll(/www\./gi, (word) => `${word.slice(0, -1)}&#46;`);
}
