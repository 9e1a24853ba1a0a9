import { codeInText, readCode } from '#compiled/names/code-in-text.ts';
import { printable } from './display-width.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // GitHub also accepts a backslash, but not every renderer of tables does.
  '|': '&#124;',
};

/** A word that a host would turn into a mention, a reference or an e-mail address: `@name`, `#1`, `team/apis#1`. */
const reference = /((?<![\w.+/-])[\w.+/-]*[@#]\w(?:[\w./@#+-]*\w)?)/;

/**
 * A text as Markdown that is also valid in a table cell. Everything is plain text, except for `code` in backticks, and
 * for what a host would link, which becomes code, so that it notifies nobody and is copied unchanged.
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

/** Text that single backticks can enclose in a table cell, which a bar would end. */
const plainCode = /^(?! )[^|\\`]*[^|\\` ]$/;

/**
 * Hosts link nothing in a code span. In a `code` element they would still link an address, so the element is split at
 * `@`.
 */
function toCode(text: string): string {
  const shown = printable(text);
  return plainCode.test(shown)
    ? `\`${shown}\``
    : `<code>${escapeText(text).replaceAll('@', '</code><code>@')}</code>`;
}

/**
 * Escapes plain text. The characters by which hosts recognize a URL become entities, since the link would show
 * backslashes.
 */
function escapeText(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_[\]~$#]/g, '\\$&')
    .replaceAll(/[&<>|]/g, (character) => entities[character] ?? '')
    .replaceAll('://', '&#58;//')
    .replaceAll(/www\./gi, (word) => `${word.slice(0, -1)}&#46;`);
}
