import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { start, writeSources } from './running-gateway.ts';

test.each([true, false])(
  'plain HTTP to a port that speaks HTTPS is answered, and calls over TLS go on (http2: %s)',
  async (http2) => {
    const { root, write } = await writeSources();
    await write('gateway.config.yaml', (config) =>
      config.replace(/(gatewayUrl: .*\n)/, `$1    listener: { host: 127.0.0.1, port: 0, http2: ${http2} }\n`),
    );
    const { gatewayUrl } = await start({ root });
    const { port } = new URL(gatewayUrl);
    const plain = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void plain.destroy());
    plain.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [head = '', body = ''] = (await text(plain)).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
    expect(JSON.parse(body)).toEqual({
      code: 'tls_missing',
      message: 'The request was sent over plain HTTP to a port that speaks HTTPS.',
      developerMessage: 'Use an address that begins with https:// in place of http://.',
    });
    const other = connect(Number(port), '127.0.0.1', () => other.write('neither TLS nor HTTP\r\n\r\n'));
    onTestFinished(() => void other.destroy());
    other.resume();
    await once(other, 'close');
  },
);
