import Fastify from 'fastify';
import { listen, type ListenAddress } from '../listeners/listen.ts';

/**
 * The port that several threads are to share: the one that is asked for, if nobody else has it, as only a listener tells
 * that does not share. Rejects with a StartupError that says what to do.
 */
export async function findFreePort(address: ListenAddress): Promise<number> {
  const app = Fastify();
  try {
    return await listen(app, address);
  } finally {
    await app.close();
  }
}
