import type { HttpRequest } from '../ports/http-exchange.ts';

/** The address at the other end of the connection. A socket that takes both kinds writes an IPv4 one as `::ffff:192.0.2.1`. */
export function peerOf({ socket }: HttpRequest): string {
  const address = socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
