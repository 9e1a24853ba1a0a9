/**
 * Whether a text may hold a declaration, which is a document with a key called `kind`. Where the answer is no, that is
 * certain, broken documents included: the word is nowhere, and no escape of a quoted string may stand for its letters.
 */
export function mayDeclare(text: string): boolean {
  return text.includes('kind') || /\\[xuU\r\n]/.test(text);
}
