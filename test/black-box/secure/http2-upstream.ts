import { once } from 'node:events';
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { AtEnd } from '../../platform/in-folder.ts';
import { upstreamTrailers } from '../recording-upstream.ts';

/** An upstream over HTTP/2, which keeps the trailers that it receives, and sends those of the tests. */
export async function openHttp2Upstream(tls: { readonly cert: string; readonly key: string }, atEnd: AtEnd) {
  let latest: IncomingHttpHeaders | undefined;
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer(tls);
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream: ServerHttp2Stream, { ':path': path = '' }) => {
    latest = undefined;
    stream.on('trailers', (trailers) => (latest = trailers));
    stream.resume().on('end', () => {
      stream.on('wantTrailers', () => stream.sendTrailers(upstreamTrailers));
      // A body of an announced length has trailers too, as with services of gRPC that know their one message.
      const length = path.endsWith('?length') ? { 'content-length': 3 } : {};
      stream.respond({ ':status': 200, ...length }, { waitForTrailers: true });
      stream.end('own');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}`, takeTrailers: () => latest };
}
