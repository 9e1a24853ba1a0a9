import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/**
 * The behaviour of an upstream once the head of a request has arrived; it may write, wait, and end as it likes. Nothing
 * more is read after it unless it reports that it is `ready` for another request.
 */
export type Script = (socket: Socket, head: string) => unknown;

export type ScriptedUpstream = Awaited<ReturnType<typeof openScriptedUpstream>>;

/** Reads the announced body of the request, so that the connection is `ready` for another one. */
export async function readBody(socket: Socket, head: string): Promise<'ready'> {
  await readBytes(socket, Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0));
  return 'ready';
}

/** Answers well, once the announced body of the request has come. */
export const answerWell: Script = async (socket, head) => {
  await readBody(socket, head);
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  return 'ready';
};

interface UpstreamTls {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Opens an upstream, on TLS if it gets a certificate, that follows, byte for byte, the script whose name ends the path (`/dogs/{name}`), and answers well
 * if that names none. Connections are kept until a script or their other side ends them.
 */
export async function openScriptedUpstream(scripts: Readonly<Record<string, Script>>, tls?: UpstreamTls) {
  const open = new Set<Socket>();
  const asked: string[] = [];
  let opened = 0;
  const accept = (socket: Socket) => {
    open.add(socket);
    opened += 1;
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    void serve(socket, asked, scripts);
  };
  const server = tls
    ? createTlsServer({ cert: tls.certificate, key: tls.key }, accept)
    : createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The request lines so far. */
    asked,
    /** How many connections were accepted so far. */
    opened: () => opened,
    /** Unread data is read now, since an end behind it would not be noticed. */
    openConnections: () => {
      for (const socket of open) socket.resume();
      return open.size;
    },
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

const maxHead = 10_000;

async function serve(
  socket: Socket,
  asked: string[],
  scripts: Readonly<Record<string, Script>>,
): Promise<void> {
  for (let head = await readHead(socket); head !== undefined; head = await readHead(socket)) {
    const [line = ''] = head.split('\r\n');
    asked.push(line);
    const name = /\/dogs\/([\w-]+)/.exec(line)?.[1] ?? '';
    if ((await (scripts[name] ?? answerWell)(socket, head)) !== 'ready') return;
  }
  socket.destroy();
}

/**
 * Everything to the empty line; undefined if the connection has ended, or it is not a head. What follows stays unread.
 */
async function readHead(socket: Socket): Promise<string | undefined> {
  let head = '';
  for (;;) {
    const byte = socket.read(1) as Buffer | null;
    if (byte !== null) head += byte.toString('latin1');
    else if (socket.destroyed || socket.readableEnded || !(await isReadable(socket))) return undefined;
    if (head.endsWith('\r\n\r\n')) return head;
    if (head.length > maxHead) return undefined;
  }
}

async function readBytes(socket: Socket, count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const piece = socket.read(Math.min(left, Math.max(1, socket.readableLength))) as Buffer | null;
    if (piece) left -= piece.length;
    else if (!(await isReadable(socket))) return;
  }
}

/** Waits for more; false if no more will come. */
async function isReadable(socket: Socket): Promise<boolean> {
  if (socket.destroyed || socket.readableEnded) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const more = () => resolve(true);
  const over = () => resolve(false);
  socket.once('readable', more).once('end', over).once('close', over);
  const isMore = await promise;
  socket.off('readable', more).off('end', over).off('close', over);
  return isMore;
}
