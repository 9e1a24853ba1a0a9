/** Scripts without spaces between words; each of their characters counts as a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

const otherThanWords = /[^\p{L}\p{N}]+/gu;

/** The words of a text without case and accents, separated by spaces; empty if it has no words. */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replace(unspaced, ' $& ').replace(otherThanWords, ' ').trim();
}
