import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RequestSeen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An upstream service that keeps what reached it. */
export type UpstreamInTest = Awaited<ReturnType<typeof openUpstream>>;

/** Opens an upstream that answers with its name; a listener of one's own gets the requests unread. */
export async function openUpstream(name: string, listener?: RequestListener, tls?: ServerOptions) {
  const seen: RequestSeen[] = [];
  let connections = 0;
  const answer: RequestListener = (request, response) => {
    const { method, url, headers } = request;
    const tell = (body: string) => {
      seen.push({ method, url, headers, body });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ upstream: name }));
    };
    // A body that the gateway breaks off has not been seen.
    text(request).then(tell, () => response.destroy());
  };
  const server = tls ? createTlsServer(tls, listener ?? answer) : createServer(listener ?? answer);
  server.on('connection', () => (connections += 1));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    seen,
    connections: () => connections,
    /** For how many milliseconds connections without calls stay open. */
    keepConnections: (milliseconds: number) => void (server.keepAliveTimeout = milliseconds),
    openConnections: () =>
      new Promise<number>((count) => server.getConnections((_error, open) => count(open))),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
