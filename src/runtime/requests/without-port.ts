const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([\da-f:.]+)\](?::\d{1,5})?)$/i;

/**
 * A forwarded address without the port that some proxies append (`192.0.2.1:51234`, `[2001:db8::1]:443`), which changes
 * with each connection of a client. Anything else is returned unchanged.
 */
export function withoutPort(address: string): string {
  const [, ipv4, ipv6] = withPort.exec(address) ?? [];
  return ipv4 ?? ipv6 ?? address;
}
