/** Why a text cannot be the address of a directory, as the predicate of a sentence; undefined where it can. */
export function findDirectoryFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^ldaps?:\/\/[^/]/i.test(text)) return 'is no ldaps or ldap URL';
  if (text.includes('@')) return 'carries a user name or a password';
  const isBare = (url.pathname === '' || url.pathname === '/') && !/[?#]/.test(text);
  return isBare ? undefined : 'has more than a host and a port';
}
