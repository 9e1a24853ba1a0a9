/**
 * An e-mail address as it is compared: the part before the last @ may be case-sensitive (RFC 5321 section 2.4), the
 * domain is not. Any other name is returned as it is.
 */
export function foldDomain(address: string): string {
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase();
}
