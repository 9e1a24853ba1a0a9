import { refuse } from '../assertion-refused.ts';

/** The XML declaration (XML 1.0 section 2.8) of a document in UTF-8. */
const declaration =
  /^<\?xml[ \t\r\n]+version=(["'])1\.0\1(?:[ \t\r\n]+encoding=(["'])[Uu][Tt][Ff]-8\2)?(?:[ \t\r\n]+standalone=(["'])(?:yes|no)\3)?[ \t\r\n]*\?>/;

/** An ampersand that does not begin a character reference or one of the five predefined entities. */
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;

/**
 * Limits that leave room for a user with 300 groups: 600 tags, and 900 attributes if each value declares its own type.
 */
const maxTags = 1500;
const maxAttributes = 1500;

/**
 * Accepts only elements, attributes and text. Document types, entities, comments, CDATA sections and processing
 * instructions are refused, since parsers and canonicalization may read them differently. Returns the text without its
 * XML declaration.
 */
export function requirePlainMarkup(text: string): string {
  const markup = trimSpace(text.replace(declaration, ''));
  if (!markup.startsWith('<') || !markup.endsWith('>')) refuse('The assertion is not an XML document.');
  if (/<[!?]/.test(markup)) {
    refuse('The assertion has a document type, a comment, a CDATA section or a processing instruction.');
  }
  if (forbiddenCharacter.test(markup)) refuse('The assertion has a character that is not allowed.');
  if (strayAmpersand.test(markup)) refuse('The assertion has an entity that is not predefined.');
  if (countOf(/</g, markup) > maxTags || countOf(/=[ \t\r\n]*["']/g, markup) > maxAttributes) {
    refuse('The assertion has too many elements or attributes.');
  }
  return markup;
}

/** Trims white space as XML defines it, which is narrower than JavaScript's definition. */
function trimSpace(text: string): string {
  return text.replace(/^[ \t\r\n]+/, '').replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '');
}

/** Counts before parsing, since a parser may take quadratic time. */
function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Characters that no XML document may contain, neither directly nor as a reference (XML 1.0 sections 2.2 and 4.1). Also
 * the replacement character, since different lost characters would become the same text.
 */
export const forbiddenCharacter = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFC}\u{10000}-\u{10FFFF}]/u;
