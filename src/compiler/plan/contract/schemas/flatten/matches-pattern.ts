/** Whether a text matches a regular expression; an invalid one matches nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
