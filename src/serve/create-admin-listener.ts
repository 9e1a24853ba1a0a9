import Fastify, { type FastifyInstance } from 'fastify';
import type { TlsMaterial } from '../platform/own-certificates.ts';
import type { LoadFailure } from './gateway-event.ts';
import { createServer } from './http-server.ts';
import type { Serving } from './serving.ts';

/** The server that operators ask how the gateway is; it shows nothing of calls and holds no secret. */
export function createAdminListener(
  serving: Serving,
  deployment: string,
  tls: TlsMaterial | undefined,
): FastifyInstance {
  const app = Fastify({ serverFactory: (handler) => createServer(handler, tls) });
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', (_request, reply) => {
    const isReady = serving.generation !== undefined;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'starting' });
  });
  app.get('/status', () => describeStatus(serving, deployment));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'There is no such page.' }));
  return app;
}

function describeStatus({ generation, loadedAt, failure }: Serving, deployment: string) {
  return {
    digest: generation?.digest ?? null,
    deployment,
    loadedAt: loadedAt === undefined ? null : new Date(loadedAt).toISOString(),
    lastError: failure ? describeFailure(failure) : null,
    apis: generation?.apis ?? 0,
  };
}

function describeFailure({ message, diagnostics }: LoadFailure) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const places = errors.map(({ at, message: what, code }) => ({
    place: `${at.file}:${at.line}:${at.column}`,
    message: what,
    code,
  }));
  return { message, places };
}
