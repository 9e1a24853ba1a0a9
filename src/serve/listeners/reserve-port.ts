import Fastify from 'fastify';
import { listen } from './listen.ts';
import type { ListenAddress } from '../served/servers.ts';

/** A port that several threads are to share. */
export interface ReservedPort {
  readonly port: number;
  /** Lets go of it; called once the threads listen, or if they never will. */
  readonly release: () => Promise<void>;
}

/**
 * Reserves the requested port, which is free if a listener can open it that does not share. A port that the system
 * chooses is held until it is released, since anybody could get it meanwhile. Rejects with a StartupError that explains
 * what to do.
 */
export async function reservePort(address: ListenAddress): Promise<ReservedPort> {
  const app = Fastify();
  const release = (): Promise<void> => app.close();
  const isChosen = address.port === 0;
  try {
    return { port: await listen(app, { ...address, isShared: isChosen }), release };
  } finally {
    if (!isChosen) await release();
  }
}
