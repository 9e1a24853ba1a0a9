/**
 * Whether every percent-escape is complete, and the decoded text is UTF-8, so that no overlong form hides a character.
 */
export function isWellEscaped(text: string): boolean {
  return !text.includes('%') || unescapeText(text) !== undefined;
}

/**
 * The decoded text, or undefined. It is returned because a bundler may remove a call of a built-in function whose
 * result is not used.
 */
function unescapeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
