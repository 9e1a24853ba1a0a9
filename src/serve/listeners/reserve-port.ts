import Fastify from 'fastify';
import { listen } from './listen.ts';
import type { ListenAddress } from '../served/servers.ts';

/** A port that several threads share. */
export interface ReservedPort {
  readonly port: number;
  /** Frees the port. Call it once the threads listen, or if they never will. */
  readonly release: () => Promise<void>;
}

/**
 * Checks that the requested port is free. Port 0 lets the system choose a port, which is then held until `release` is
 * called, since another process could get it before. Rejects with a StartupError that explains what to do.
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
