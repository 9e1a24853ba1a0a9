import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endWith } from './end-with.ts';

/**
 * An answer in HTTP on a connection that another protocol was asked for on. Node leaves such a connection to us: neither
 * its client's pace nor its end is minded by anybody else.
 */
export function respondOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => {
    // Whatever else comes is not read, but would keep the end of the connection from being seen.
    socket.resume();
    endWith(socket);
  });
  socket.on('error', () => socket.destroy());
  socket.on('drain', () => response.emit('drain'));
  socket.once('end', () => {
    // As long as the protocols are not changed, a client that ends its half wants no answer.
    if (response.socket) socket.end();
  });
  return response;
}
