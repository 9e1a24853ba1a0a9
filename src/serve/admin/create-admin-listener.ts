import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { tableFormat } from '#compiled/manifest.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import type { LoadFailure } from '../served/gateway-event.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { renderVersion } from '../control-plane/protocol/version-info.ts';
import type { Serving } from '../served/serving.ts';
import { decodableTarget } from '../listeners/decodable-target.ts';
import { createServer } from '../listeners/http-server.ts';
import { type HeldPart, nameHeld } from '../served/held-part.ts';
import type { RemoteState } from '../served/loaded-table.ts';
import type { MetricsPage } from './metrics-page.ts';
import { type GrantPages, registerGrants } from './register-grants.ts';
import { refuseOtherMethods, registerHealth } from '../listeners/register-health.ts';
import { registerTable } from './register-table.ts';

/**
 * The server for operators: the status of the gateway and, on its own machine, what it serves and what users have
 * granted; it shows how many calls there were, but no single call.
 */
export function createAdminListener(
  serving: Serving,
  named: NamedGateway,
  tls: TlsMaterial | undefined,
  metrics: MetricsPage,
  grants: GrantPages,
): FastifyInstance {
  const app = Fastify({
    serverFactory: (handler) => createServer(handler, tls),
    rewriteUrl: decodableTarget,
    frameworkErrors: (_error, _request, reply) => refuseUnknown(reply),
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  // No page has a use for a body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  registerPages(app, serving, named);
  registerTable(app, serving, { refuse, refuseToChange });
  registerGrants(app, grants, { refuse, refuseToChange });
  registerMetrics(app, metrics);
  app.setNotFoundHandler((_request, reply) => refuseUnknown(reply));
  return app;
}

/** Its identifier for operators. */
interface NamedGateway {
  readonly deployment: string;
  readonly version?: string;
}

function registerPages(app: FastifyInstance, serving: Serving, named: NamedGateway): void {
  registerHealth(
    app,
    () => serving.state,
    refuseToChange,
    () => describeHeld(serving),
  );
  app.get('/status', () => describeStatus(serving, named));
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

function describeStatus(serving: Serving, { deployment, version }: NamedGateway) {
  const { table, loadedAt, failure, held, remote, commit, workers, controlPlane } = serving;
  return {
    digest: table?.digest ?? null,
    tableFormat,
    ...(version !== undefined && { version }),
    deployment,
    loadedAt: toDate(loadedAt),
    lastError: failure ? describeFailure(failure) : null,
    heldBack: held.map(describePart),
    restartNeeded: serving.waiting,
    apis: table?.manifest.apis.length ?? 0,
    ...(workers && { workers: workers().map(({ digest }) => ({ digest: digest ?? null })) }),
    ...(controlPlane && { controlPlane: describeControlPlane(controlPlane) }),
    ...(remote && { source: describeRemote(remote(), commit) }),
  };
}

function describePart({ kind, name, since, reason: { at, message } }: HeldPart) {
  const place = `${at.file}:${at.line}:${at.column}`;
  return { kind, name, since: toDate(since), place, message };
}

/** What is held back does not make a gateway less ready. */
function describeHeld({ held }: Serving) {
  return held.length === 0 ? {} : { heldBack: held.map(nameHeld) };
}

function describeControlPlane(controlPlane: ControlPlane) {
  const { published = null, failure } = controlPlane;
  return {
    published,
    lastError: failure ? `${failure.subject}: ${failure.message}` : null,
    nodes: controlPlane
      .nodes()
      .map(({ name, accepted = null, restricted, removalsWait, polledAt, refused }) => ({
        name,
        accepted,
        restricted: restricted ? { digest: restricted.digest ?? null, by: restricted.by } : null,
        removalsWait,
        polledAt: toDate(polledAt),
        refused: refused.map(({ service, names, version, since }) => ({
          resources: service,
          names,
          version: renderVersion(version),
          since: toDate(since),
        })),
      })),
  };
}

function describeRemote({ url, branch, checkedAt, failure }: RemoteState, commit: string | undefined) {
  const version = branch === undefined ? {} : { branch, commit: commit ?? null };
  return { url, ...version, checkedAt: toDate(checkedAt), lastError: failure ?? null };
}

function toDate(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
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
