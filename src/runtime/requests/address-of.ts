import type { FastifyRequest } from 'fastify';
import { withoutPort } from './without-port.ts';

/**
 * The IP address that a request comes from: the one that a trusted proxy names, or else that of the peer. A socket
 * that takes both kinds of address writes an IPv4 one as `::ffff:192.0.2.1`.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return withoutPort(ip).replace(/^::ffff:(?=\d+\.)/i, '');
}
