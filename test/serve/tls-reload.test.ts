// @module-tag full
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates, type MadeCertificates } from '#platform/keys/own-certificates.ts';
import { full } from '../full-run.ts';
import { start, writeSources } from './running-gateway.ts';

const hosts = ['localhost', '127.0.0.1'];

/** A TLS client that trusts only one authority; returns its connection, and the server's certificate. */
async function connectTo(gatewayUrl: string, ca: string) {
  const socket = connect({ host: 'localhost', port: Number(new URL(gatewayUrl).port), ca });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return { socket, serial: socket.getPeerX509Certificate()?.serialNumber };
}

async function ask(socket: TLSSocket): Promise<string> {
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().slice(0, 15);
}

async function serve(names: readonly string[] = hosts) {
  const { root, write } = await writeSources();
  const first = await makeCertificates(names, Date.now());
  const put = async ({ certificate, key }: Pick<MadeCertificates, 'certificate' | 'key'>) => {
    await writeFile(join(root, 'cert.pem'), certificate);
    await writeFile(join(root, 'key.pem'), key);
  };
  await put(first);
  const tls = 'tls: { certificate: { fromFile: cert.pem }, key: { fromFile: key.pem } }';
  await write('gateway.config.yaml', (text) =>
    text.replace(/(gatewayUrl: .*\n)/, `$1    listener: { host: 127.0.0.1, port: 0, ${tls} }\n`),
  );
  return { root, first, put, ...(await start({ root })) };
}

describe('the certificate of the listener', () => {
  test('is exchanged when its files are, for new connections; old ones go on', async () => {
    const { first, put, gatewayUrl, sees } = await serve();
    const old = await connectTo(gatewayUrl, first.ca);
    const second = await makeCertificates(hosts, Date.now() - 1000);
    await put(second);
    const validTo = expect.any(Number) as number;
    expect(await sees('tls-reloaded')).toEqual({ type: 'tls-reloaded', listener: 'listener', validTo });
    const fresh = await connectTo(gatewayUrl, second.ca);
    expect(fresh.serial).not.toBe(old.serial);
    await expect(connectTo(gatewayUrl, first.ca)).rejects.toThrow(/certificate/);
    expect([await ask(old.socket), await ask(fresh.socket)]).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
  });

  test('is reported if it is for another host', async () => {
    const { events } = await serve(['other.example']);
    expect(events[0]).toEqual({
      type: 'warning',
      message:
        'The certificate of the listener is not for localhost, the host of gatewayUrl: clients that connect directly refuse it.',
    });
    const right = await serve();
    expect(right.events.map(({ type }) => type)).not.toContain('warning');
  });

  test('keeps the previous one if the new one is not usable, and reports it', full, async () => {
    const { first, put, gatewayUrl, sees, reload, root } = await serve();
    const other = await makeCertificates(hosts, Date.now());
    await put({ certificate: other.certificate, key: first.key });
    expect(await sees('warning')).toEqual({
      type: 'warning',
      message:
        "The listener's certificate and key are not valid PEM, or do not match. The previous certificate is still served.",
    });
    expect(await ask((await connectTo(gatewayUrl, first.ca)).socket)).toBe('HTTP/1.1 200 OK');
    await writeFile(join(root, 'key.pem'), '');
    reload();
    expect(await sees('warning', 2)).toMatchObject({ message: expect.stringContaining('key.pem is empty') });
    await put(other);
    await sees('tls-reloaded');
    expect(await ask((await connectTo(gatewayUrl, other.ca)).socket)).toBe('HTTP/1.1 200 OK');
  });

  test(
    'of the gateway itself is renewed before it runs out, and clients have to trust another',
    full,
    async () => {
      const { root } = await writeSources();
      const { gatewayUrl, reload, sees } = await start({ root });
      const folder = join(root, '.gatewright/tls');
      // As if a year had passed: one that is still valid, but not for long.
      const almostOver = await makeCertificates([...hosts, '::1'], Date.now() - 380 * 24 * 60 * 60 * 1000);
      await writeFile(join(folder, 'cert.pem'), almostOver.certificate);
      await writeFile(join(folder, 'key.pem'), almostOver.key);
      await writeFile(join(folder, 'ca.pem'), almostOver.ca);
      reload();
      const caFile = join(folder, 'ca.pem');
      expect(await sees('tls-reloaded')).toMatchObject({ caFile });
      await expect(connectTo(gatewayUrl, almostOver.ca)).rejects.toThrow(/certificate/);
      const { socket } = await connectTo(gatewayUrl, await readFile(caFile, 'utf8'));
      expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
    },
  );
});
