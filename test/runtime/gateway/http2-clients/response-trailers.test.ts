// @module-tag full
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http2';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { Metadata, status } from '@grpc/grpc-js';
import { expect, onTestFinished, test } from 'vitest';
import { openUpstream } from '../../upstream-in-test.ts';
import { openFrameUpstream } from './frame-upstream.ts';
import { flags, frame, headerBlock } from './frames.ts';
import { callOnce, openGrpc } from './grpc-dogs.ts';
import { connectTo, dogs, openHttp2Gateway, type Http2Gateway } from './http2-gateway.ts';

const sent = { 'x-checksum': 'abc', 'grpc-status': '0' };
const off = { requests: 'off', responses: 'off' } as const;

/** The response of an upstream over HTTP/2, which its trailers follow. */
interface Response {
  readonly status?: string;
  readonly fields?: readonly (readonly [string, string])[];
  /** Each is a frame of DATA. */
  readonly parts?: readonly string[];
}

/** The server of Node would send no trailers behind some of them. */
function openHttp2Upstream({ status: code = '200', fields = [], parts = [] }: Response) {
  return openFrameUpstream((socket, { type, stream }) => {
    if (type !== 'headers') return;
    socket.write(frame('headers', flags.endHeaders, stream, headerBlock([[':status', code], ...fields])));
    for (const part of parts) socket.write(frame('data', 0, stream, part));
    const trailers = headerBlock(Object.entries(sent));
    // They come later, as those of a server that is still busy do.
    setTimeout(
      () => socket.write(frame('headers', flags.endHeaders | flags.endStream, stream, trailers)),
      20,
    );
  });
}

async function open(response: Response): Promise<Http2Gateway> {
  const upstream = await openHttp2Upstream(response);
  const production = { targets: [upstream.url], ca: { fromEnv: 'CA' }, http2: true };
  return openHttp2Gateway('unused', {
    api: {
      operations: ['GET /dogs', 'POST /dogs', 'HEAD /dogs'],
      endpoints: { production },
      validation: off,
    },
    secrets: { CA: upstream.ca },
  });
}

async function readByHttp2(gateway: Http2Gateway, method = 'GET') {
  const session = await connectTo(gateway);
  const { authorization } = gateway;
  const stream = session.request({ ':method': method, ':path': dogs, authorization });
  let trailers: IncomingHttpHeaders = {};
  stream.on('trailers', (received) => (trailers = received));
  stream.end();
  const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
  const body = await text(stream);
  return {
    status: head[':status'],
    length: head['content-length'],
    body,
    // Without a symbol of Node.
    trailers: Object.fromEntries(Object.entries(trailers)),
    reset: stream.rstCode,
  };
}

/** Two answers on one connection, of which the second shows that the first one has ended where it says. */
async function readByHttp1({ port, ca, authorization }: Http2Gateway, method = 'GET') {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca, ALPNProtocols: ['http/1.1'] });
  onTestFinished(() => agent.destroy());
  const read = async () => {
    const headers = { authorization, te: 'trailers' };
    const call = request({ port, host: '127.0.0.1', path: dogs, method, headers, agent });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const body = await text(response);
    const { statusCode, headers: answered, trailers } = response;
    return { status: statusCode, length: answered['content-length'], body, trailers };
  };
  const first = await read();
  expect(await read()).toEqual(first);
  return first;
}

const long = 'x'.repeat(16_000);
const bodies: readonly (readonly [what: string, length: string | undefined, parts: readonly string[]])[] = [
  ['without a length', undefined, ['whole']],
  ['of a length, in one part', '5', ['whole']],
  ['of a length, in two parts', '5', ['wh', 'ole']],
  ['of a length, in a large part', String(long.length), [long]],
  ['of a length, in three large parts', String(3 * long.length), [long, long, long]],
  ['of the length 0', '0', []],
  ['of the length 0, with an empty part', '0', ['']],
  ['that is empty', undefined, []],
];

test.each(bodies)('trailers behind a body %s reach a client over HTTP/2', async (_what, length, parts) => {
  const fields = length === undefined ? [] : [['content-length', length] as const];
  const gateway = await open({ fields, parts });
  const answer = { status: 200, length, body: parts.join(''), trailers: sent, reset: 0 };
  for (const method of ['GET', 'POST']) expect(await readByHttp2(gateway, method)).toEqual(answer);
  expect(gateway.faults).toEqual([]);
});

test.each(bodies)(
  'trailers behind a body %s reach a client over HTTP/1.1 if they may follow',
  async (_what, length, parts) => {
    const fields = length === undefined ? [] : [['content-length', length] as const];
    const answer = { status: 200, body: parts.join('') };
    const gateway = await open({ fields, parts });
    // In HTTP/1.1 only chunks have trailers (RFC 9112 section 7.1.2).
    expect(await readByHttp1(gateway)).toEqual({
      ...answer,
      length,
      trailers: length === undefined ? sent : {},
    });
    const announcing = await open({ fields: [...fields, ['trailer', Object.keys(sent).join()]], parts });
    expect(await readByHttp1(announcing)).toEqual({ ...answer, length: undefined, trailers: sent });
    expect([gateway.faults, announcing.faults]).toEqual([[], []]);
  },
);

test.each([
  ['HEAD', '200', '5'],
  ['HEAD', '200', undefined],
  ['GET', '204', undefined],
  ['GET', '304', '5'],
  ['GET', '304', undefined],
])(
  'a response without a body to %s, with %s and the length %s, has no trailers and stays whole',
  async (method, code, length) => {
    const fields = length === undefined ? [] : [['content-length', length] as const];
    for (const more of [[], [['trailer', 'x-checksum'] as const]]) {
      const gateway = await open({ status: code, fields: [...fields, ...more] });
      const answer = { status: Number(code), length, body: '', trailers: {} };
      expect(await readByHttp2(gateway, method)).toEqual({ ...answer, reset: 0 });
      expect(await readByHttp1(gateway, method)).toEqual(answer);
      expect(gateway.faults).toEqual([]);
    }
  },
);

test('trailers behind the chunks of an upstream over HTTP/1.1 reach clients of both versions', async () => {
  const upstream = await openUpstream('dogs', (_request, response) => {
    response.writeHead(200, { trailer: 'x-checksum, grpc-status' });
    response.write('whole');
    response.addTrailers(sent);
    response.end();
  });
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url);
  const answer = { status: 200, length: undefined, body: 'whole', trailers: sent };
  expect(await readByHttp2(gateway)).toEqual({ ...answer, reset: 0 });
  expect(await readByHttp1(gateway)).toEqual(answer);
});

test('a unary call of gRPC is answered whose service announces the length of its message', async () => {
  const opened = await openGrpc();
  const metadata = opened.metadata.clone();
  metadata.set('x-length', 'announced');
  const [answer, trailer] = await callOnce(opened, metadata, 'Rex');
  expect([answer, trailer.get('x-trailer')]).toEqual(['Rex barks', ['the end']]);
  await expect(callOnce(opened, new Metadata(), 'Rex')).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  });
});
