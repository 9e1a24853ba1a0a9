import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

interface TrailedCall {
  readonly port: number;
  readonly ca: string;
  /** A connection in HTTP/2 to the same port. */
  readonly session: ClientHttp2Session;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The trailers of the answer to a call in HTTP/1.1, and to one in HTTP/2. */
export async function readTrailers(call: TrailedCall): Promise<readonly IncomingHttpHeaders[]> {
  return [await readByHttp1(call), await readByHttp2(call)];
}

async function readByHttp1({ port, ca, path, headers }: TrailedCall): Promise<IncomingHttpHeaders> {
  const sent = request({ port, host: 'localhost', ca, path, headers, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await text(response);
  return response.trailers;
}

async function readByHttp2({ session, path, headers }: TrailedCall): Promise<IncomingHttpHeaders> {
  const stream = session.request({ ':path': path, ...headers });
  let trailers: IncomingHttpHeaders = {};
  stream.on('trailers', (received) => (trailers = received));
  await text(stream);
  // Without a symbol of Node.
  return Object.fromEntries(Object.entries(trailers));
}
