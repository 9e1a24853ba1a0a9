import type { FastifyRequest } from 'fastify';

const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([\da-f:.]+)\](?::\d{1,5})?)$/i;

/**
 * The IP address that a request comes from: the one that a trusted proxy states, or else that of the peer. A socket for
 * both versions of IP writes an IPv4 address as `::ffff:192.0.2.1`, whose prefix is removed.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return withoutPort(ip).replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * A forwarded address without the port that some proxies append (`192.0.2.1:51234`, `[2001:db8::1]:443`), which changes
 * with each connection of a client. Returns any other text unchanged.
 */
export function withoutPort(address: string): string {
  const [, ipv4, ipv6] = withPort.exec(address) ?? [];
  return ipv4 ?? ipv6 ?? address;
}

/** Whether a host in a URL is this machine, so that requests to it cross no network. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/**
 * The part of the address space that one caller may control: an IPv4 address, or the /64 of an IPv6 address, since a
 * caller can choose the lower half freely. Returns any other text unchanged.
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

/** The groups of a part of an IPv6 address. An IPv4 address at its end counts as two groups. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
