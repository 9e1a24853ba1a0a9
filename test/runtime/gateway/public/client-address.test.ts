import fc from 'fast-check';
import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { peerOf, trustPeers } from '#runtime/gateway/generation/trusted-peers.ts';
import { clientAddress } from '#runtime/gateway/client-address.ts';

function addressOf(remoteAddress: string, forwarded: string | undefined): string {
  return clientAddress({
    request: { headers: { 'x-forwarded-for': forwarded } },
    peer: peerOf({ socket: { remoteAddress } }),
    generation: { trustsPeer: trustPeers(['192.0.2.0/24']) },
  });
}

test.each([
  ['203.0.113.9', undefined, '203.0.113.9'],
  ['203.0.113.9', '198.51.100.4', '203.0.113.9'],
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.4', '198.51.100.4'],
  ['::ffff:192.0.2.1', '198.51.100.4', '198.51.100.4'],
  ['192.0.2.1', '10.0.0.1, 198.51.100.4', '198.51.100.4'],
  ['192.0.2.1', '198.51.100.4, 192.0.2.9', '198.51.100.4'],
  ['192.0.2.1', '192.0.2.8, 192.0.2.9', '192.0.2.8'],
  ['192.0.2.1', '198.51.100.4, unknown', '192.0.2.1'],
  ['192.0.2.1', '', '192.0.2.1'],
  ['192.0.2.1', '2001:db8::7', '2001:db8::7'],
  ['192.0.2.1', '203.0.113.9:51234', '203.0.113.9'],
  ['192.0.2.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['192.0.2.1', '[2001:db8::1]', '2001:db8::1'],
  ['192.0.2.1', '203.0.113.9:51234, 192.0.2.9:40000', '203.0.113.9'],
  ['192.0.2.1', '203.0.113.9:', '192.0.2.1'],
  ['192.0.2.1', '[203.0.113.9', '192.0.2.1'],
])('%s that names %s is %s', (peer, forwarded, expected) => {
  expect(addressOf(peer, forwarded)).toBe(expected);
});

test('whatever is sent, the result is an address', () => {
  const hop = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('192.0.2.3'), fc.string());
  fc.assert(
    fc.property(fc.array(hop), fc.constantFrom('192.0.2.1', '203.0.113.9'), (hops, peer) => {
      expect(isIP(addressOf(peer, hops.join(', ')))).not.toBe(0);
    }),
  );
});
