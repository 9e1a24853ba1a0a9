import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AtEnd } from '../platform/in-folder.ts';
import { sorted, type Headers, type Seen } from './black-box-case.ts';

/** The service behind all APIs, which keeps what it receives and answers as the end of the path says. */
export interface RecordingUpstream {
  readonly production: string;
  readonly sandbox: string;
  /** Everything that was received since the last time. */
  readonly takeSeen: () => readonly Seen[];
}

/** With `keepsLengths` it also says which length a request had, which most cases do not compare. */
export async function openRecordingUpstream(
  atEnd: AtEnd,
  { keepsLengths = false } = {},
): Promise<RecordingUpstream> {
  let seen: Seen[] = [];
  const open = async (endpoint: string) => {
    const server = createServer((request, response) => {
      // A request that was aborted on its way has not been received.
      text(request).then(
        (body) => {
          seen.push(record(endpoint, request, body, keepsLengths));
          answer(endpoint, request, response);
        },
        () => response.destroy(),
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    atEnd(async () => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return {
    production: await open('production'),
    sandbox: await open('sandbox'),
    takeSeen: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

const perConnection: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

function record(
  endpoint: string,
  { method, url, headersDistinct, trailersDistinct }: IncomingMessage,
  body: string,
  keepsLengths: boolean,
): Seen {
  const trailers = Object.entries(trailersDistinct).map(([name, values = []]) => [name, values.join(', ')]);
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) => {
    if (perConnection.has(name) && !(keepsLengths && name === 'content-length')) return [];
    if (name === 'host') return [[name, 'UPSTREAM'] as const];
    // Which is the same (RFC 9110 section 5.3).
    return [[name, values.join(', ')] as const];
  });
  return {
    line: `${endpoint} ${method} ${url}`,
    headers: sorted(Object.fromEntries(headers)),
    body,
    ...(trailers.length > 0 && { trailers: sorted(Object.fromEntries(trailers) as Headers) }),
  };
}

/** What upstreams send as trailers: some are theirs to set, the others would be taken for headers of the gateway. */
export const upstreamTrailers = {
  'access-control-allow-origin': '*',
  'content-type': 'text/html',
  'gatewright-digest': 'sha256:forged',
  'grpc-status': '0',
  'proxy-authenticate': 'Basic',
  'set-cookie': 'theme=dark',
  'x-kept': '1',
  'x-request-id': 'forged',
};

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** By the last segment of the path, below `/answers/`. */
const replies: Readonly<Record<string, Reply>> = {
  cors: (response) =>
    response
      .writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        vary: 'Accept',
      })
      .end('own'),
  cookies: (response) => response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end('own'),
  session: (response) =>
    response.writeHead(200, { 'set-cookie': ['gatewright-session=forged', 'theme=dark'] }).end('own'),
  hop: (response) =>
    response.writeHead(200, { connection: 'x-hop', 'x-hop': '1', 'proxy-authenticate': 'Basic' }).end('own'),
  forged: (response) =>
    response
      .writeHead(200, { 'gatewright-digest': 'sha256:forged', 'x-request-id': 'forged', 'x-own': '1' })
      .end('own'),
  limits: (response) =>
    response.writeHead(200, { ratelimit: 'own;r=0;t=9', 'ratelimit-policy': 'own;q=1' }).end('own'),
  deprecated: (response) => response.writeHead(200, { deprecation: '@1' }).end('own'),
  redirect: (response) => response.writeHead(302, { location: 'https://other.example.edu/x' }).end(),
  created: (response, { headers, url = '' }) =>
    response.writeHead(201, { location: `http://${headers.host}${url.split('/answers')[0]}/dogs/7` }).end(),
  empty: (response) => response.writeHead(204).end(),
  unmodified: (response) => response.writeHead(304, { etag: '"1"' }).end(),
  chunks: (response) => {
    response.write('one,');
    response.end('two');
  },
  trailers: (response) => {
    response.writeHead(200, { trailer: Object.keys(upstreamTrailers).join(', ') });
    response.write('own');
    response.addTrailers(upstreamTrailers);
    response.end();
  },
  large: (response) => response.end('x'.repeat(300_000)),
  reset: (_response, { socket }) => socket.destroy(),
  mail: (_response, { socket }) => socket.end('220 mail.example.edu ESMTP\r\n'),
  odd: (_response, { socket }) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok'),
  long: (response) => response.writeHead(200, { 'x-long': 'x'.repeat(17_000) }).end('own'),
  many: (response) => {
    for (let at = 0; at < 150; at++) response.setHeader(`x-${at}`, '1');
    response.end('own');
  },
  never: () => undefined,
};

function answer(endpoint: string, request: IncomingMessage, response: ServerResponse): void {
  const name = /\/answers\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
  const reply = Object.hasOwn(replies, name) ? replies[name] : undefined;
  if (reply) return reply(response, request);
  if (/^\d{3}$/.test(name)) {
    response.writeHead(Number(name), { 'content-type': 'text/plain' }).end('own');
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ upstream: endpoint }));
}
