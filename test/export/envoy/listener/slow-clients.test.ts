// @module-tag full
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { clientPatience } from '#compiled/settings/client-patience.ts';
import { listenerDefaults } from '#compiled/settings/gateway-settings.ts';
import { duration } from '#export/envoy/clusters/duration.ts';
import { buildTable, defineApi } from '../../../runtime/table-builder.ts';
import { openFolder, whyNoEnvoy } from '../envoy-in-test.ts';
import { openRecorder, startPlane } from '../plane-in-test.ts';

/** Turns the patience of a minute or more with clients into that of a second, so that a test sees its end. */
const hurry = (file: string) =>
  file
    .replace(/"(request_timeout|transport_socket_connect_timeout)":"\d+s"/g, '"$1":"1s"')
    .replace(`"idle_timeout":"${duration(clientPatience.idleMs)}"`, '"idle_timeout":"1s"');

async function openPlane({
  tls = 'off',
  http2 = false,
  upstreamUrl,
}: {
  readonly tls?: 'off' | 'declared';
  readonly http2?: boolean;
  /** Default: one that answers at once. */
  readonly upstreamUrl?: string;
} = {}) {
  const target = upstreamUrl ?? (await openRecorder('dogs')).url;
  const folder = await openFolder();
  const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await writeFile(certificateFile, certificate);
  await writeFile(keyFile, key);
  const files = { certificate: { fromFile: certificateFile }, key: { fromFile: keyFile } };
  const table = buildTable({
    gateway: { listener: { ...listenerDefaults, tls: files, http2 } },
    apis: [
      defineApi({
        operations: ['public GET /dogs', 'public POST /dogs'],
        endpoints: { production: { targets: [target] } },
      }),
    ],
    applications: [],
    subscriptions: [],
  });
  const plane = await startPlane(table, { tls, adjust: hurry });
  const { port } = new URL(plane.urlOf('calls'));
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const openSecure = async () => {
    const socket = connectSecurely(Number(port), '127.0.0.1', { ca, ALPNProtocols: ['http/1.1'] });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  return { open, openSecure };
}

/** An upstream that sends back what comes over a WebSocket. */
async function openEcho(): Promise<string> {
  const server = createServer(
    (incoming, outgoing) => void incoming.resume().once('end', () => outgoing.end()),
  );
  server.on('upgrade', (_incoming, socket: Duplex) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.on('error', () => undefined).pipe(socket);
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bodyBytes = 60;

/** Takes two to three seconds for a body, whatever is answered before its end; returns the answer. */
async function sendSlowly(socket: Socket): Promise<string> {
  socket.write(
    `POST /dog_park/v1/dogs HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
  );
  let sent = 0;
  const send = () => {
    if (sent === bodyBytes || !socket.writable) return clearInterval(timer);
    socket.write('x');
    sent += 1;
  };
  // What has come is read before each byte, since a write that fails discards it.
  const timer = setInterval(() => setImmediate(send), 50);
  onTestFinished(() => clearInterval(timer));
  return readUntilClosed(socket);
}

const brokenConnection: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE']);

/** What comes until the connection ends, also if that is reset: Envoy closes it with bytes of the client unread. */
function readUntilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.setEncoding('latin1').on('data', (data: string) => (received += data));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!brokenConnection.has(error.code)) reject(error);
    });
    socket.on('close', () => resolve(received));
  });
}

describe.skipIf(whyNoEnvoy)(`Envoy ends what a slow client holds open${whyNoEnvoy}`, () => {
  test('a request whose body comes byte by byte', async () => {
    const { open } = await openPlane();
    const [head = '', body = ''] = (await sendSlowly(await open())).split('\r\n\r\n');
    expect(head).toContain('HTTP/1.1 408 ');
    expect(JSON.parse(body)).toMatchObject({ code: 'request_timeout' });
  });

  test('slow_requests: but not over TLS, unless the listener is without HTTP/2', async () => {
    const secure = await openPlane({ tls: 'declared' });
    expect(await sendSlowly(await secure.openSecure())).toMatch(/^HTTP\/1\.1 408 /);
    const both = await openPlane({ tls: 'declared', http2: true });
    expect(await sendSlowly(await both.openSecure())).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a connection without a request, before and after one', async () => {
    const { open } = await openPlane();
    expect(await text(await open())).toBe('');
    const socket = await open();
    socket.write('GET /dog_park/v1/dogs HTTP/1.1\r\nHost: gateway\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('but not a WebSocket, which lasts longer than a request may', async () => {
    const { open } = await openPlane({ upstreamUrl: await openEcho() });
    const socket = await open();
    socket.write(
      'GET /dog_park/v1/dogs HTTP/1.1\r\nHost: gateway\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 101 /);
    expect(await sendSlowly(await open())).toMatch(/^HTTP\/1\.1 408 /);
    socket.write('frame');
    expect(String((await once(socket, 'data'))[0])).toBe('frame');
  });

  test('a connection without a TLS handshake', async () => {
    const { open } = await openPlane({ tls: 'declared' });
    expect(await text(await open())).toBe('');
  });
});
