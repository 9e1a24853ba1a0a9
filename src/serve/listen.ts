import type { FastifyInstance } from 'fastify';
import { StartupError } from './startup-error.ts';

/** Where a listener is to stand, and how its user can choose another port. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly option: '--port' | '--admin-port';
}

/** Starts to listen; resolves with the port. Rejects with a StartupError that says what to do. */
export async function listen(app: FastifyInstance, { host, port, option }: ListenAddress): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new StartupError(explainListenError(error, host, port, option));
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function explainListenError(error: unknown, host: string, port: number, option: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: stop what listens there, or choose another with ${option}.`;
  if (code === 'EACCES')
    return `Port ${port} on ${host} needs more rights: choose one above 1023 with ${option}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host} to listen on.`;
  return `The gateway cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`;
}

/** How long calls in flight may take to end before a listener closes, in milliseconds. */
const closingPatience = 10_000;

/** Takes no more calls and waits for those in flight; after a while it breaks them off. */
export async function closeListener(app: FastifyInstance): Promise<void> {
  // A connection that was busy when closing began would otherwise stay for as long as its client keeps it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const limit = setTimeout(() => app.server.closeAllConnections(), closingPatience);
  await app.close();
  clearInterval(sweep);
  clearTimeout(limit);
}
