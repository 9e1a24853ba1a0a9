import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;
type Chunks = Parameters<NonNullable<Socket['_writev']>>[0];

/** What a write meets where the other side has closed the connection. */
const lostWrites: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/**
 * Has a socket read to its end although the other side takes no more of what is written. Node would destroy it together
 * with what has arrived, which may be the answer of a server that does not want the rest (RFC 9112 section 9.6).
 * `lost` is called at the first write that is not taken.
 */
export function forgiveLostWrites(socket: Socket, lost: () => void): void {
  const forgive =
    (done: Done): Done =>
    (error) => {
      if (!error || !('code' in error) || !lostWrites.has(error.code)) return done(error);
      lost();
      done();
    };
  // oxlint-disable-next-line no-underscore-dangle -- Node's documented name of what a stream writes by.
  const write = socket._write.bind(socket);
  // oxlint-disable-next-line no-underscore-dangle -- The same for several chunks at once.
  const writeAll = socket._writev?.bind(socket);
  const forgiving = {
    _write: (chunk: unknown, encoding: BufferEncoding, done: Done) => write(chunk, encoding, forgive(done)),
    _writev: (chunks: Chunks, done: Done) => writeAll?.(chunks, forgive(done)),
  };
  Object.assign(socket, forgiving);
}
