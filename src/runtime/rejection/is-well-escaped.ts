/** Whether every percent-escape is complete and all together are UTF-8, so that no overlong form hides a character. */
export function isWellEscaped(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
