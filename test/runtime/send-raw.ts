import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Sends bytes as they are, and reads what comes back until the connection closes. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket);
}

/** A request whose target goes out byte for byte. */
export function rawGet(target: string, ...headers: readonly string[]): string {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: gateway.example.edu', ...headers, 'Connection: close'];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
