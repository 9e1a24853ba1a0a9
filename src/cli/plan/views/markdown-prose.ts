import { asCode, codeInText, readCode } from '#compiler/plan/wording/code-in-text.ts';
import { printable } from '../../views/display-width.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * What is code in a text: anything between backticks, URLs, addresses of e-mail, operations, paths and JSON pointers, and words that a host
 * would make a mention or a reference of, such as `@name` and `#1`.
 */
const pieces = [
  String.raw`[a-z][a-z0-9+.-]*:\/\/[^\s,;)]*[^\s,;).:]`,
  String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  String.raw`www\.[^\s,;)]*[^\s,;).:]`,
  String.raw`\b(?:get|put|post|delete|options|head|patch|trace|query) \/(?:[^\s,:]|:(?=\w))*`,
  String.raw`(?<![\w/.])\/[\w{}~*/.$-]*[\w{}~*$-]`,
  String.raw`(?<!\w)[@#!&~%$^]\w(?:[\w./@#!&~%$^-]*\w)?`,
].join('|');
/** What would be a mention or a reference after such a piece belongs to it. */
const code = new RegExp(`${codeInText.source}|(?:${pieces})(?:[@#!&~%$^]\\w[^\\s,;)]*)?`, 'gi');

/** A text of one line as Markdown outside of tables; whatever is in it, it is text or code. */
export function renderProse(text: string): string {
  const safe = visible(text);
  const parts: string[] = [];
  let end = 0;
  for (const found of safe.matchAll(code)) {
    const between = safe.slice(end, found.index);
    // The backticks of two pieces of code next to each other would be read as one.
    const [whole, , inside] = found;
    parts.push(
      between === '' && end > 0 ? ' ' : escapeText(between),
      renderCode(inside === undefined ? whole : readCode(inside)),
    );
    end = found.index + found[0].length;
  }
  return [...parts, escapeText(safe.slice(end))].join('');
}

/** A text of one line as code, which is shown and copied as it is. */
export function renderCode(text: string): string {
  return asCode(visible(text));
}

/** Without characters that nobody sees, which break what is copied. */
function visible(text: string): string {
  return printable(text).replaceAll(/\p{Cf}/gu, '');
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]~|]/g, String.raw`\$&`)
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '');
}
