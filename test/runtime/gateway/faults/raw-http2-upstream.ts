import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { makeCertificates } from '#platform/keys/own-certificates.ts';

/** The types of frames (RFC 9113 section 6). */
const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7 } as const;
const [endStream, endHeaders, acknowledged] = [0x1, 0x4, 0x1];
const prefaceLength = 24;
const headLength = 9;

/** One stream that a client has opened; everything is written to it unchanged. */
export interface RawStream {
  readonly socket: Socket;
  /** The status, and fields whose names and values are literals. */
  readonly head: (status: number, fields?: Readonly<Record<string, string>>) => void;
  readonly headAndEnd: (status: number, fields?: Readonly<Record<string, string>>) => void;
  readonly data: (text: string) => void;
  readonly dataAndEnd: (text: string) => void;
  readonly trailers: (fields: Readonly<Record<string, string>>) => void;
  /** RST_STREAM with an error code (RFC 9113 section 7). */
  readonly reset: (code: number) => void;
  /** GOAWAY with the last stream that is answered, and an error code. */
  readonly goAway: (lastStream: number, code: number) => void;
  readonly write: (bytes: Buffer) => void;
  readonly id: number;
}

export type RawScript = (stream: RawStream, openedBefore: number) => unknown;

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Literal fields that no table keeps (RFC 7541 section 6.2.2); names and values are shorter than 127 octets. */
function encodeFields(fields: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(
    fields.map(([name, value]) =>
      Buffer.concat([
        Buffer.from([0, name.length]),
        Buffer.from(name),
        Buffer.from([value.length]),
        Buffer.from(value),
      ]),
    ),
  );
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
}

function openStream(socket: Socket, id: number): RawStream {
  const write = (bytes: Buffer) => void (socket.destroyed || socket.write(bytes));
  const fieldsFrame = (flags: number, fields: readonly (readonly [string, string])[]) =>
    write(frame(frameTypes.headers, endHeaders | flags, id, encodeFields(fields)));
  const head =
    (flags: number) =>
    (status: number, fields: Readonly<Record<string, string>> = {}) =>
      fieldsFrame(flags, [[':status', String(status)], ...Object.entries(fields)]);
  return {
    id,
    socket,
    write,
    head: head(0),
    headAndEnd: head(endStream),
    data: (text) => write(frame(frameTypes.data, 0, id, Buffer.from(text))),
    dataAndEnd: (text) => write(frame(frameTypes.data, endStream, id, Buffer.from(text))),
    trailers: (fields) => fieldsFrame(endStream, Object.entries(fields)),
    reset: (code) => write(frame(frameTypes.reset, 0, id, uint32(code))),
    goAway: (lastStream, code) => write(frame(frameTypes.goaway, 0, 0, uint32(lastStream, code))),
  };
}

export type RawHttp2Upstream = Awaited<ReturnType<typeof openRawHttp2Upstream>>;

/** Opens an upstream on TLS that speaks HTTP/2 frame by frame, by its script once the head of a request has arrived. */
export async function openRawHttp2Upstream(
  { certificate: cert, key }: Awaited<ReturnType<typeof makeCertificates>>,
  script: RawScript,
) {
  const open = new Set<TLSSocket>();
  const state = { script, opened: 0, asked: 0 };
  const server = createServer({ cert, key, ALPNProtocols: ['h2'] }, (socket) => {
    open.add(socket);
    const openedBefore = state.opened;
    state.opened += 1;
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    socket.write(frame(frameTypes.settings, 0, 0));
    readFrames(socket, (stream) => {
      state.asked += 1;
      state.script(stream, openedBefore);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openConnections: () => open.size,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  });
}

function readFrames(socket: Socket, asked: (stream: RawStream) => void): void {
  let rest = Buffer.alloc(0);
  let hasPreface = false;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (!hasPreface && rest.length < prefaceLength) return;
    if (!hasPreface) rest = rest.subarray(prefaceLength);
    hasPreface = true;
    for (;;) {
      const length = rest.length < headLength ? Infinity : headLength + rest.readUIntBE(0, 3);
      if (rest.length < length) return;
      const [type, flags, id, payload] = [
        rest[3],
        rest[4] ?? 0,
        rest.readUInt32BE(5),
        rest.subarray(9, length),
      ];
      rest = rest.subarray(length);
      if (type === frameTypes.settings && !(flags & acknowledged))
        socket.write(frame(frameTypes.settings, acknowledged, 0));
      else if (type === frameTypes.ping && !(flags & acknowledged))
        socket.write(frame(frameTypes.ping, acknowledged, 0, payload));
      else if (type === frameTypes.headers) asked(openStream(socket, id));
    }
  });
}
