import type { IncomingMessage } from 'node:http';
import { connect as connectPlain } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { pairHeaders } from './forwarded-headers.ts';

/** Whether a request asks to speak WebSocket (RFC 6455 section 4.1). */
export function asksForWebSocket({ headers: { upgrade } }: IncomingMessage): boolean {
  return upgrade?.toLowerCase() === 'websocket';
}

/** Connects a WebSocket to the upstream: what both ends send is passed on as it is, and not inspected. */
export function tunnelUpgrade(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  {
    upstream,
    target,
    timeoutMs,
  }: { readonly upstream: URL; readonly target: string; readonly timeoutMs: number },
): Duplex {
  const isTls = upstream.protocol === 'https:';
  const host = upstream.hostname.replace(/^\[|\]$/g, '');
  const port = Number(upstream.port || (isTls ? 443 : 80));
  const server = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  let isConnected = false;
  server.setTimeout(timeoutMs, () => {
    if (!isConnected) server.destroy(new Error('The connection takes too long.'));
  });
  server.once(isTls ? 'secureConnect' : 'connect', () => {
    isConnected = true;
    server.setTimeout(0);
    server.write(headOf(request, target, upstream.host));
    server.write(head);
    client.pipe(server).pipe(client);
  });
  const fail = (): void => {
    if (!isConnected)
      client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else client.destroy();
    server.destroy();
  };
  server.on('error', fail).on('close', () => client.end());
  client.on('error', () => server.destroy()).on('close', () => server.destroy());
  return server;
}

function headOf({ method, rawHeaders }: IncomingMessage, target: string, host: string): string {
  const headers = pairHeaders(rawHeaders).map(([name, value]) =>
    name.toLowerCase() === 'host' ? `Host: ${host}` : `${name}: ${value}`,
  );
  return [`${method} ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}
