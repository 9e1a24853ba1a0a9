import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../generation/fixed-settings.ts';

/** What a proxy adds to a request that it passes on. */
const tracesOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Whether a request comes from this machine: by a loopback address, to a name of this machine, since a page in a browser
 * may have its own name lead here, and by way of no proxy that says so.
 */
export function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const { headers, socket } = raw;
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isPassedOn = tracesOfProxies.some((name) => headers[name] !== undefined);
  return isLoopbackHost(address) && isLoopbackHost(host) && !isPassedOn;
}
