/** The words of a list that is written as text, with white space between them. */
export function readWords(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
