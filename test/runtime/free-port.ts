import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems choose by themselves, so that no other program is given it meanwhile. */
const range = [10_000, 32_000] as const;

/** Two servers that a test starts at once may not get the same one: of two dozen, one pair in a hundred draws does. */
const given = new Set<number>();

/** A port of this machine that nothing listens on, and that was not returned before. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range);
  if (given.has(port)) return freePort();
  given.add(port);
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
  return Promise.all(Array.from({ length: count }, freePort));
}
