import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export type RawUpstream = Awaited<ReturnType<typeof openRawUpstream>>;

/** Opens an upstream that handles each connection as given, and incoming bytes as it likes. */
export async function openRawUpstream(
  serve: (socket: Socket, index: number) => unknown,
  server: Server = createServer(),
  event = 'connection',
) {
  const open = new Set<Socket>();
  let opened = 0;
  server.on(event, (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    serve(socket, opened++);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** How many connections were accepted so far. */
    opened: () => opened,
    /** The open ones. */
    open,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Calls back with each head of a request without a body, as often as there is one. */
export function onEachHead(socket: Socket, told: (head: string) => unknown): void {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
      const head = text.slice(0, end);
      text = text.slice(end + 4);
      told(head);
    }
  });
}
