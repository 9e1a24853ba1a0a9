/** Whether every percent-escape is complete and all together are UTF-8, so that no overlong form hides a character. */
export function isWellEscaped(text: string): boolean {
  return !text.includes('%') || unescapeText(text) !== undefined;
}

/** Its value is used, since a bundler may remove a call of a function of the language that only throws. */
function unescapeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
