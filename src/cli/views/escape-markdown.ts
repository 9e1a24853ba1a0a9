import { codeInText, readCode } from '#compiler/plan/wording/code-in-text.ts';
import { printable } from './display-width.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A backslash would do for GitHub, but not every reader of tables knows it.
  '|': '&#124;',
};

/** A word that a host would make a mention, a reference or an address of e-mail: `@name`, `#1`, `team/apis#1`. */
const reference = /((?<![\w.+/-])[\w.+/-]*[@#]\w(?:[\w./@#+-]*\w)?)/;

/**
 * A text in Markdown, also in a cell of a table: all plain text, except for `code` like this and for what a host would
 * link, which is code too, so that it calls nobody and is copied as it is.
 */
export function escapeMarkdown(text: string): string {
  let [written, end] = ['', 0];
  for (const found of text.matchAll(codeInText)) {
    written += escapeReferences(text.slice(end, found.index)) + toCode(readCode(found[2] ?? ''));
    end = found.index + found[0].length;
  }
  return written + escapeReferences(text.slice(end));
}

function escapeReferences(text: string): string {
  return text
    .split(reference)
    .map((part, index) => (index % 2 === 0 ? escapeText(part) : toCode(part)))
    .join('');
}

/** Text that a span of code may contain between single backticks in a cell of a table, which a bar would end. */
const plainCode = /^(?! )[^|\\`]*[^|\\` ]$/;

/** In a span of code a host links nothing; in an element it would still link an address, which is split here. */
function toCode(text: string): string {
  const shown = printable(text);
  return plainCode.test(shown)
    ? `\`${shown}\``
    : `<code>${escapeText(text).replaceAll('@', '</code><code>@')}</code>`;
}

/**
 * The signs that make a link of an address are written as entities, since a link would show the escapes within it.
 */
function escapeText(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_[\]~$#]/g, '\\$&')
    .replaceAll(/[&<>|]/g, (character) => entities[character] ?? '')
    .replaceAll('://', '&#58;//')
    .replaceAll(/www\./gi, (word) => `${word.slice(0, -1)}&#46;`);
}
