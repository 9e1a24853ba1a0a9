declare const regexText: unique symbol;

/** A part of a regular expression of RE2. */
export type RegexText = string & { readonly [regexText]: true };

declare const substitutionText: unique symbol;

/** The replacement for a match of a regular expression, in which a backslash and a digit refer to a group. */
export type SubstitutionText = string & { readonly [substitutionText]: true };

/** A regular expression that matches exactly a text. */
export function literalRegex(text: string): RegexText {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') as RegexText;
}

/** A replacement that is exactly a text. */
export function literalSubstitution(text: string): SubstitutionText {
  return text.replaceAll('\\', '\\\\') as SubstitutionText;
}

/** The `RegexMatchAndSubstitute` that replaces the beginning of a path, and a slash after it. */
export function rewriteBeginning(beginning: RegexText, replacement: SubstitutionText) {
  return { pattern: { regex: `^${beginning}/?` }, substitution: `${replacement}/` };
}
