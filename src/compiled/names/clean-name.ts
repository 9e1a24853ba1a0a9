/**
 * A name or email address that is valid in a commit: on one line, and without angle brackets. git reads a commit with a
 * noncharacter of Unicode as Latin-1.
 */
export function cleanName(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}<>]/gu, ' ');
  return plain.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}
