// @module-tag full
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenerDefaults } from '#compiled/settings/gateway-settings.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { buildTable, defineApi } from '../../../runtime/table-builder.ts';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { openFolder, whyNoEnvoy } from '../envoy-in-test.ts';
import { openRecorder, startPlane } from '../plane-in-test.ts';

/** Turns the patience of a minute or more with clients, and that of their calls, into a second, so that a test sees its end. */
const hurry = (file: string) =>
  file
    .replace(/"(request_headers_timeout|stream_idle_timeout)":"\d+s"/g, '"$1":"1s"')
    .replace(/"idle_timeout":"[\d.]+s"/g, '"idle_timeout":"1s"');

const unchanged = (file: string) => file;
const limits = { ...listenerDefaults.limits, stalledClientSeconds: 1 };

interface Setup {
  /** Of the upstream; default: one that answers at once. */
  readonly url?: string;
  readonly adjust?: (file: string) => string;
}

/** A listener with TLS and HTTP/2. */
async function openPlane({ url: given, adjust = hurry }: Setup = {}) {
  const folder = await openFolder();
  const url = given ?? (await openRecorder('dogs')).url;
  const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await writeFile(certificateFile, certificate);
  await writeFile(keyFile, key);
  const tls = { certificate: { fromFile: certificateFile }, key: { fromFile: keyFile } };
  const table = buildTable({
    gateway: { listener: { ...listenerDefaults, tls, http2: true, limits } },
    apis: [
      defineApi({
        operations: ['public GET /dogs', 'public POST /dogs'],
        endpoints: { production: { targets: [url] } },
      }),
    ],
    applications: [],
    subscriptions: [],
  });
  const plane = await startPlane(table, { tls: 'declared', adjust });
  const port = Number(new URL(plane.urlOf('calls')).port);
  const openSession = (): ClientHttp2Session => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca });
    onTestFinished(() => session.destroy());
    return session;
  };
  const openSocket = async (): Promise<TLSSocket> => {
    const socket = connect(port, '127.0.0.1', { ca, ALPNProtocols: ['h2'] });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  return { openSession, openSocket };
}

/** An upstream that answers with so many bytes. */
async function openLarge(bytes: number): Promise<string> {
  const upstream = await openUpstream('large', (_incoming, answer) => void answer.end(Buffer.alloc(bytes)));
  onTestFinished(() => upstream.close());
  return upstream.url;
}

const head = { ':method': 'POST', ':path': '/dog_park/v1/dogs' };

describe.skipIf(whyNoEnvoy)(`Envoy ends what a slow client of HTTP/2 holds open${whyNoEnvoy}`, () => {
  test('a connection without the first bytes of the protocol', async () => {
    const { openSocket } = await openPlane();
    const socket = await openSocket();
    socket.resume();
    await once(socket, 'close');
  });

  test('a connection without a request, before and after one', async () => {
    const { openSession } = await openPlane();
    const idle = openSession();
    await once(idle, 'close');
    const session = openSession();
    const stream = session.request({ ...head, ':method': 'GET' });
    expect(await text(stream)).toBe('dogs');
    await once(session, 'close');
  });

  test('a request whose head does not end, together with its connection', async () => {
    const { openSocket } = await openPlane();
    const socket = await openSocket();
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    // RFC 9113 section 6.5: empty settings; section 6.2: HEADERS of stream 1 without END_HEADERS, of one field.
    socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    socket.write(Buffer.from([0, 0, 1, 1, 0, 0, 0, 0, 1, 0x82]));
    socket.resume();
    await once(socket, 'close');
  });

  test('a request whose body pauses, and not the others of its connection', async () => {
    const { openSession } = await openPlane();
    const session = openSession();
    const slow = session.request({ ...head, 'content-length': '10' });
    slow.write('x');
    const [answer] = (await once(slow, 'response')) as [{ readonly ':status': number }];
    expect([answer[':status'], JSON.parse(await text(slow))]).toMatchObject([
      408,
      { code: 'request_timeout' },
    ]);
    expect(await text(session.request({ ...head, ':method': 'GET' }))).toBe('dogs');
  });

  test.for([
    ['that is complete in its memory', 200_000, unchanged],
    ['that it is still reading', 20_000_000, hurry],
  ] as const)('an answer %s, of which the client reads nothing', async ([, bytes, adjust]) => {
    const { openSession } = await openPlane({ url: await openLarge(bytes), adjust });
    const unread = openSession().request({ ...head, ':method': 'GET' });
    await expect(once(unread, 'close')).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
  });
});
