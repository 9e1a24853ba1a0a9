/**
 * The part of the address space that one caller can have: an IPv4 address, or the /64 of an IPv6 address, whose lower
 * half anyone can choose. Anything else is returned unchanged.
 */
export function addressBlock(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare) ?? [];
  if (mapped !== undefined) return mapped;
  if (!bare.includes(':')) return bare;
  const [head = '', tail = ''] = bare.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const missing = Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** An IPv4 address at the end of an IPv6 address counts as two groups. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
