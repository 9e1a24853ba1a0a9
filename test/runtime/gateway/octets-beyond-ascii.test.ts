import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { dogs, openHttp2Gateway } from './http2-clients/http2-gateway.ts';

/** An octet of obs-text, which RFC 9110 section 5.5 lets pass, and which is no UTF-8. */
const value = 'Ren\u00e9e';

const answers = {
  plain: `HTTP/1.1 200 OK\r\nX-Name: ${value}\r\nContent-Length: 2\r\n\r\nok`,
  empty: `HTTP/1.1 204 No Content\r\nX-Name: ${value}\r\nContent-Length: 0\r\n\r\n`,
  chunked: `HTTP/1.1 200 OK\r\nX-Name: ${value}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-End: ${value}\r\n\r\n`,
  hinted: `HTTP/1.1 103 Early Hints\r\nLink: <a>; rel=preload; title="${value}"\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nX-Name: ${value}\r\nContent-Length: 2\r\n\r\nok`,
  upgraded: `HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\nX-Name: ${value}\r\nContent-Length: 0\r\n\r\n`,
} as const;

/** An upstream that answers byte for byte. */
async function open(answer: keyof typeof answers) {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).setEncoding('latin1');
    socket.on('data', (data: unknown) => {
      seen.push(String(data));
      socket.write(answers[answer], 'latin1');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const gateway = await openHttp2Gateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { gateway, seen };
}

function received(socket: Socket): { text: string } {
  const so = { text: '' };
  socket.setEncoding('latin1').on('data', (data: unknown) => (so.text += String(data)));
  return so;
}

test.each([
  ['plain', 'ok'],
  ['empty', '204'],
  ['chunked', 'ok'],
  ['hinted', 'ok'],
  ['upgraded', '101'],
] as const)('octets beyond ASCII pass in both directions over HTTP/1.1: %s', async (answer, end) => {
  const { gateway, seen } = await open(answer);
  const socket = connectTls({ port: gateway.port, host: '127.0.0.1', ca: gateway.ca });
  onTestFinished(() => void socket.destroy());
  const all = received(socket);
  const upgrade =
    answer === 'upgraded'
      ? 'Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
      : '';
  socket.write(
    `GET ${dogs} HTTP/1.1\r\nHost: a\r\nAuthorization: ${gateway.authorization}\r\nX-Name: ${value}\r\nTE: trailers\r\n${upgrade}\r\n`,
    'latin1',
  );
  await eventually(() => expect(all.text).toContain(end));
  await eventually(() => expect(all.text).toMatch(/\r\n\r\n/));
  expect(seen.join('')).toContain(`x-name: ${value}\r\n`);
  expect(all.text).toContain(`x-name: ${value}\r\n`);
  if (answer === 'hinted') expect(all.text).toContain(`title="${value}"`);
  // RFC 9110 section 8.6: no answer without a body of its own has a length.
  const heads = all.text.split('\r\n\r\n').filter((head) => /^HTTP\/1\.1 (?:1\d\d|204)/.test(head));
  expect(heads.filter((head) => /content-length/i.test(head))).toEqual([]);
});

test.each(['plain', 'empty', 'chunked'] as const)(
  'octets beyond ASCII pass in both directions over HTTP/2: %s',
  async (answer) => {
    const { gateway, seen } = await open(answer);
    const session = connectHttp2(`https://127.0.0.1:${gateway.port}`, { ca: gateway.ca });
    onTestFinished(() => session.destroy());
    const stream = session.request({
      ':path': dogs,
      authorization: gateway.authorization,
      'x-name': value,
    });
    const [headers] = (await once(stream, 'response')) as [Record<string, string>];
    expect(seen.join('')).toContain(`x-name: ${value}\r\n`);
    expect([headers['x-name'], answer === 'empty' ? headers['content-length'] : undefined]).toEqual([
      value,
      undefined,
    ]);
  },
);
