import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems choose by themselves, so that no other program is given it meanwhile, and another part
 * for each of the workers that run test files at the same time: minutes may pass until a port is listened on.
 */
const range = partOf(Number(process.env['VITEST_POOL_ID'] ?? 0) % 8);

function partOf(worker: number): readonly [number, number] {
  return [10_000 + worker * 2750, 10_000 + (worker + 1) * 2750];
}

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
