import { BlockList, isIPv6 } from 'node:net';
import type { HttpRequest } from '#runtime/ports/http-exchange.ts';

/** Whether the X-Forwarded-* headers of the peer at an address are trusted. */
export type TrustsPeer = (address: string) => boolean;

/** Trusts the given addresses and CIDR blocks. Throws if one is invalid. */
export function trustPeers(blocks: readonly string[]): TrustsPeer {
  if (blocks.length === 0) return () => false;
  const trusted = new BlockList();
  for (const block of blocks) addBlock(trusted, block);
  return (address) => trusted.check(address, familyOf(address));
}

function addBlock(list: BlockList, block: string): void {
  const [address = '', prefix] = block.split('/');
  if (prefix === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(prefix), familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/**
 * The IP address of the peer, or of the caller if a proxy asks about the request. An IPv4 address that a dual-stack
 * socket writes as `::ffff:192.0.2.1` is returned as `192.0.2.1`.
 */
export function peerOf({
  socket,
  callerAddress,
}: Pick<HttpRequest, 'callerAddress'> & {
  readonly socket: Pick<HttpRequest['socket'], 'remoteAddress'>;
}): string {
  if (callerAddress !== undefined) return callerAddress;
  const address = socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
