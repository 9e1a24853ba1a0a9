import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems choose by themselves, so that no other program is given it meanwhile. */
const range = [10_000, 32_000] as const;

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return port;
  } catch {
    return freePort();
  } finally {
    server.close();
  }
}

/** So many of them, no two the same. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
