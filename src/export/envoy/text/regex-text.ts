declare const regexText: unique symbol;

/** A part of a regular expression of RE2. */
export type RegexText = string & { readonly [regexText]: true };

declare const substitutionText: unique symbol;

/** The replacement of what a regular expression finds, in which a backslash and a digit mean a group. */
export type SubstitutionText = string & { readonly [substitutionText]: true };

/** A regular expression that finds exactly a text. */
export function literalRegex(text: string): RegexText {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') as RegexText;
}

/** A replacement that is exactly a text. */
export function literalSubstitution(text: string): SubstitutionText {
  return text.replaceAll('\\', '\\\\') as SubstitutionText;
}

/** The `RegexMatchAndSubstitute` that puts a text in place of the beginning of a path and a slash after it. */
export function rewriteBeginning(beginning: RegexText, replacement: SubstitutionText) {
  return { pattern: { regex: `^${beginning}/?` }, substitution: `${replacement}/` };
}
