import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TlsMaterial } from '../platform/own-certificates.ts';
import { sendAhead } from '../runtime/rejection/send-ahead.ts';
import type { LoadFailure } from './gateway-event.ts';
import { createServer } from './http-server.ts';
import type { Serving } from './serving.ts';

/** The server that operators ask how the gateway is; it shows nothing of calls and holds no secret. */
export function createAdminListener(
  serving: Serving,
  deployment: string,
  tls: TlsMaterial | undefined,
): FastifyInstance {
  const app = Fastify({
    serverFactory: (handler) => createServer(handler, tls),
    frameworkErrors: (_error, _request, reply) => refuseUnknown(reply),
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  // No page has a use for a body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  registerPages(app, serving, deployment);
  app.setNotFoundHandler((_request, reply) => refuseUnknown(reply));
  return app;
}

function registerPages(app: FastifyInstance, serving: Serving, deployment: string): void {
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', (_request, reply) => {
    const isReady = serving.generation !== undefined;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'starting' });
  });
  app.get('/status', () => describeStatus(serving, deployment));
  for (const url of ['/health/live', '/health/ready', '/status']) refuseOtherMethods(app, url);
}

function refuseOtherMethods(app: FastifyInstance, url: string): void {
  const method = app.supportedMethods.filter((name) => name !== 'GET' && name !== 'HEAD');
  const onRequest = (_request: FastifyRequest, reply: FastifyReply) =>
    refuse(reply.header('allow', 'GET, HEAD'), 405, 'This page can only be read.');
  app.route({ method, url, onRequest, handler: () => undefined });
}

function refuseUnknown(reply: FastifyReply): void {
  refuse(reply, 404, 'There is no such page.');
}

function refuse(reply: FastifyReply, status: number, message: string): void {
  sendAhead(reply.code(status).type('application/json; charset=utf-8'), JSON.stringify({ message }));
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
