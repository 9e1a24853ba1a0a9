import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Call } from '../call.ts';
import { renderCloseFrame, WebSocketFrames } from './web-socket-frames.ts';

/** The status of a WebSocket that is closed for a reason of policy (RFC 6455 section 7.4.1). */
const policyViolation = 1008;

/** How long one side may take to read what the other has finished sending, in milliseconds. */
const lastWordsMs = 10_000;

/** How long a client may take to answer a close frame, in milliseconds. */
const closingMs = 1000;

/**
 * Lets client and upstream speak WebSocket with each other (RFC 9110 section 7.8): from here on the gateway passes
 * bytes in both directions, and ends both connections with either.
 */
export function joinSockets(call: Call, status: number, headers: readonly string[], upstream: Duplex): void {
  const { upgrade } = call;
  if (!upgrade) return void upstream.destroy();
  const { socket, response, head } = upgrade;
  if (response.socket) response.detachSocket(response.socket);
  socket.write(renderHead(status, headers), 'latin1');
  if (head.length > 0) upstream.write(head);
  endTogether(socket, upstream);
  const stopEnding = endTogether(upstream, socket);
  const frames = new WebSocketFrames();
  upstream.on('data', (chunk: Buffer) => frames.pass(chunk));
  socket.pipe(upstream).pipe(socket);
  call.joined = {
    close: (reason) => {
      stopEnding();
      socket.unpipe(upstream);
      upstream.unpipe(socket).destroy();
      if (!frames.isBetweenFrames) return void socket.destroy();
      closeWith(socket, renderCloseFrame(policyViolation, reason));
    },
  };
}

function renderHead(status: number, headers: readonly string[]): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    // Not in a response without an end of its own (RFC 9110 section 8.6).
    if (headers[index] !== 'content-length') text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  return `${text}\r\n`;
}

/** Returns a function that disconnects them. */
function endTogether(one: Duplex, other: Duplex): () => void {
  const endOther = () => {
    if (other.destroyed) return;
    const limit = setTimeout(() => other.destroy(), lastWordsMs);
    other.once('close', () => clearTimeout(limit)).end(() => other.destroy());
  };
  one.on('error', () => other.destroy()).on('close', endOther);
  return () => void one.off('close', endOther);
}

/** Further data of the client is read and dropped, since unread bytes would cost it the frame. */
function closeWith(socket: Duplex, frame: Buffer): void {
  const limit = setTimeout(() => socket.destroy(), closingMs);
  socket.once('close', () => clearTimeout(limit));
  socket.resume().end(frame);
}
