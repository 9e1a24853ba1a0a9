import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '#serve/listeners/listen.ts';
import type { ListenAddress } from '#serve/served/servers.ts';
import { reservePort } from '#serve/listeners/reserve-port.ts';
import { StartupError } from '#serve/served/startup-error.ts';

const anyPort = { host: '127.0.0.1', port: 0, option: '--port' } as const;

function open(address: ListenAddress): Promise<number> {
  const app = Fastify();
  onTestFinished(() => app.close());
  return listen(app, address);
}

test('a port that the system chooses is held until it is released', async () => {
  const { port, release } = await reservePort(anyPort);
  await expect(open({ ...anyPort, port })).rejects.toThrow(StartupError);
  await release();
  await expect(open({ ...anyPort, port })).resolves.toBe(port);
});

test('those who share it can listen while it is held', async () => {
  const { port, release } = await reservePort(anyPort);
  onTestFinished(release);
  await expect(open({ ...anyPort, port, isShared: true })).resolves.toBe(port);
  await expect(open({ ...anyPort, port, isShared: true })).resolves.toBe(port);
});

test('a requested port is refused while another listener has it, also one that shares', async () => {
  const port = await open({ ...anyPort, isShared: true });
  await expect(reservePort({ ...anyPort, port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
});
