import type { Server } from 'node:http';
import type { ListenOptions, Socket } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { ListenAddress } from '../served/servers.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';

/**
 * The open connections of each server. The server itself stops tracking connections that were upgraded to another
 * protocol.
 */
const connections = new WeakMap<Server, Set<Socket>>();

/** Starts to listen, and resolves with the port. Rejects with a StartupError that explains what to do. */
export async function listen(
  app: FastifyInstance,
  { host, port, option, isShared = false }: ListenAddress,
): Promise<number> {
  trackConnections(app.server);
  try {
    // Fastify passes all options on to Node.
    const options: FastifyListenOptions & ListenOptions = { host, port, reusePort: isShared };
    await app.listen(options);
  } catch (error) {
    throw explainListenError(error, host, port, option);
  }
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function trackConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

function explainListenError(error: unknown, host: string, port: number, option: string): StartupError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} on ${host} is in use.`, {
      help: `Stop the process that listens there, or choose another port with ${option}.`,
    });
  if (code === 'EACCES')
    return new StartupError(`Port ${port} on ${host} requires more privileges.`, {
      help: `Choose a port above 1023 with ${option}.`,
    });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`This machine has no address ${host} to listen on.`);
  return new StartupError(`The gateway cannot listen on ${host}:${port}: ${messageOf(error)}`);
}

/** How long calls in flight may take before a closing listener aborts them. */
const defaultTimeoutMs = 10_000;

/** Accepts no more calls, and waits for those in flight. After the timeout, it aborts all remaining connections. */
export async function closeListener(app: FastifyInstance, timeoutMs = defaultTimeoutMs): Promise<void> {
  // A connection that was busy when closing began would otherwise stay open until its client closes it.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const limit = setTimeout(() => {
    for (const socket of connections.get(app.server) ?? []) socket.destroy();
  }, timeoutMs);
  await app.close();
  clearInterval(sweep);
  clearTimeout(limit);
}
