/**
 * A name as it is counted: directories do not tell case, spaces and invisible characters apart (RFC 4518), so that
 * one user would have as many counts as spellings otherwise.
 */
export function foldUsername(username: string): string {
  const visible = username.normalize('NFKD').replace(/[\p{Cf}\p{Mn}\p{Me}\u{1806}\u{FFFC}]/gu, '');
  return visible
    .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
