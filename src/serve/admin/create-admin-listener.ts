import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import { decodableTarget } from '../listeners/decodable-target.ts';
import { createServer } from '../listeners/http-server.ts';
import { refuseOtherMethods, registerHealth } from '../listeners/register-health.ts';
import type { Serving } from '../served/serving.ts';
import type { MetricsPage } from './metrics-page.ts';
import { type GrantPages, registerGrants } from './register-grants.ts';
import { registerTable } from './register-table.ts';
import type { StatusPage } from './status-page.ts';

/** What the admin listener serves. */
export interface AdminPages {
  readonly serving: Serving;
  readonly status: StatusPage;
  readonly metrics: MetricsPage;
  readonly grants: GrantPages;
}

/**
 * Creates the server for operators: the status and metrics of the gateway and, for requests from its own machine, the
 * served table and users' grants. Calls are only counted, never shown individually.
 */
export function createAdminListener(
  { serving, status, metrics, grants }: AdminPages,
  tls: TlsMaterial | undefined,
): FastifyInstance {
  const app = Fastify({
    serverFactory: (handler) => createServer(handler, tls),
    rewriteUrl: decodableTarget,
    frameworkErrors: (_error, _request, reply) => refuseUnknown(reply),
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  // No page reads a request body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  registerStatus(app, status);
  registerTable(app, serving, { refuse, refuseToChange });
  registerGrants(app, grants, { refuse, refuseToChange });
  registerMetrics(app, metrics);
  app.setNotFoundHandler((_request, reply) => refuseUnknown(reply));
  return app;
}

function registerStatus(app: FastifyInstance, status: StatusPage): void {
  registerHealth(
    app,
    () => status.state,
    refuseToChange,
    () => status.describeHeld(),
  );
  app.get('/status', () => status.describe());
  refuseOtherMethods(app, '/status', refuseToChange);
}

function registerMetrics(app: FastifyInstance, { contentType, render }: MetricsPage): void {
  app.get('/metrics', async (_request, reply) => {
    const figures = await render().catch(() => undefined);
    if (figures) return reply.type(contentType).send(figures);
    refuse(reply, 503, 'A worker did not return its metrics.');
    return reply;
  });
  refuseOtherMethods(app, '/metrics', refuseToChange);
}

function refuseToChange(reply: FastifyReply): void {
  refuse(reply.header('allow', 'GET, HEAD'), 405, 'This page is read-only.');
}

function refuseUnknown(reply: FastifyReply): void {
  refuse(reply, 404, 'The page does not exist.');
}

function refuse(reply: FastifyReply, status: number, message: string): void {
  sendEarly(reply.code(status).type('application/json; charset=utf-8'), JSON.stringify({ message }));
}
