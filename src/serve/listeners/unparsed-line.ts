import type { Socket } from 'node:net';
import { codeOf } from '../../runtime/rejection/reject-error.ts';
import { readRequestStart } from './request-start.ts';

/** How long the rest of a line may take, in milliseconds, and how long the line may be, in bytes. */
const timeoutMs = 1000;
const most = 16_384;

/** The start of a request line, as far as it is one. */
const lineStart = /^[!#$%&'*+.^_`|~\w-]+(?: [^\s]*(?: [HTP/1.0]*\r?)?)?$/;

/**
 * Gives `found` the line of a request whose method the parser does not know: the parser stops at the first octet that no
 * method has, whose line may have begun in an earlier packet, and end in a later one. Undefined for all other errors.
 */
export function readUnparsedLine(
  error: Error,
  socket: Socket,
  found: (line: string | undefined) => void,
): void {
  const line = findLine(error, socket);
  if (line === undefined || !lineStart.test(line) || !socket.readable) return found(line);
  readOn(socket, line, found);
}

/** What has arrived of the line, and whatever follows it. */
function findLine(error: Error, socket: Socket): string | undefined {
  if (codeOf(error) !== 'HPE_INVALID_METHOD') return undefined;
  if (!('rawPacket' in error) || !(error.rawPacket instanceof Uint8Array)) return undefined;
  if (!('bytesParsed' in error) || typeof error.bytesParsed !== 'number') return undefined;
  const earlier = readRequestStart(socket);
  const text = earlier + Buffer.from(error.rawPacket).toString('latin1');
  return text.slice(text.lastIndexOf('\n', earlier.length + error.bytesParsed - 1) + 1);
}

/** Reads until the line is whole, or cannot be one any more. */
function readOn(socket: Socket, start: string, found: (line: string) => void): void {
  let line = start;
  const read = (bytes: Buffer) => {
    line += bytes.toString('latin1');
    if (line.length > most || !lineStart.test(line)) finish();
  };
  const finish = () => {
    clearTimeout(limit);
    socket.off('data', read).off('end', finish).off('close', finish);
    found(line);
  };
  const limit = setTimeout(finish, timeoutMs);
  // Before the listener of Node, which ends the connection.
  socket.on('data', read).prependListener('end', finish).on('close', finish);
}
