import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/**
 * An upstream whose answers do not end: `/dogs` is an event stream that begins with an event, `/cats` never begins its
 * answer, and a WebSocket echoes its input.
 */
export async function openStreamingUpstream() {
  const open = new Set<ServerResponse>();
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    open.add(response);
    response.once('close', () => open.delete(response));
    if (request.url === '/cats') return;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data as Buffer, { binary: isBinary }));
    socket.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** How many requests it was sent that were not for a WebSocket. */
    asked: () => asked,
    /** What its clients have not ended yet. */
    openCount: () => open.size + sockets.clients.size,
    sockets,
    close,
  };
}
