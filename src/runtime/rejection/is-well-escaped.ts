/** Whether every percent-escape is complete and all together are UTF-8, so that no overlong form hides a character. */
export function isWellEscaped(text: string): boolean {
  return !text.includes('%') || unescapeText(text) !== undefined;
}

/** The result is used, since a bundler may remove the call of a built-in function that only throws. */
function unescapeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
