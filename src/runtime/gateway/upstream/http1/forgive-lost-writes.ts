import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;
type Chunks = Parameters<NonNullable<Socket['_writev']>>[0];

/** The errors of a write after the other side has closed the connection. */
const lostWrites: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/**
 * Keeps a socket readable after a write to it has failed. Node would destroy the socket together with the bytes that
 * have arrived, which may be the response of a server that does not need the rest of the request (RFC 9112 section
 * 9.6). Calls `lost` at the first write that fails.
 */
export function forgiveLostWrites(socket: Socket, lost: () => void): void {
  const forgive =
    (done: Done): Done =>
    (error) => {
      if (!error || !('code' in error) || !lostWrites.has(error.code)) return done(error);
      lost();
      done();
    };
  // oxlint-disable-next-line no-underscore-dangle -- Node's documented method for writing a chunk.
  const write = socket._write.bind(socket);
  // oxlint-disable-next-line no-underscore-dangle -- Node's documented method for writing several chunks.
  const writeAll = socket._writev?.bind(socket);
  const forgiving = {
    _write: (chunk: unknown, encoding: BufferEncoding, done: Done) => write(chunk, encoding, forgive(done)),
    _writev: (chunks: Chunks, done: Done) => writeAll?.(chunks, forgive(done)),
  };
  Object.assign(socket, forgiving);
}
