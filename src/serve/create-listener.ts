import Fastify, { type FastifyInstance } from 'fastify';
import { METHODS } from 'node:http';
import type { GatewaySettings } from '../compiled/manifest.ts';
import type { TlsMaterial } from '../platform/own-certificates.ts';
import { registerGateway } from '../runtime/gateway/gateway-routes.ts';
import { trustPeers } from '../runtime/gateway/trusted-peers.ts';
import { registerAuthorize } from '../runtime/oauth/authorize/authorize-routes.ts';
import { oauthAddresses } from '../runtime/oauth/oauth-addresses.ts';
import { registerOAuth } from '../runtime/oauth/oauth-routes.ts';
import type { ReportFault } from '../runtime/ports/faults.ts';
import { rejectFault } from '../runtime/rejection/fault-rejection.ts';
import { sendRejection } from '../runtime/rejection/send-rejection.ts';
import { answerUnreadable, createServer } from './http-server.ts';
import { isWellFramed } from './is-well-framed.ts';
import type { ServedGeneration } from './served-generation.ts';

export interface ListenerOptions {
  readonly settings: GatewaySettings;
  /** Absent for plain HTTP. */
  readonly tls: TlsMaterial | undefined;
  /** What serves now; undefined before the first generation. */
  readonly current: () => ServedGeneration | undefined;
  readonly reportFault: ReportFault;
}

/** The server that calls come in at: the OAuth endpoints, and everything else for the gateway. */
export function createListener(options: ListenerOptions): FastifyInstance {
  const { settings, current, reportFault } = options;
  const app = createApp(options, () => current()?.gateway.settings.errorDocsUrl);
  const addresses = oauthAddresses(settings);
  const routes = { addresses, currentServer: () => current()?.authorization, reportFault };
  void app.register(async (oauth) => registerOAuth(oauth, routes));
  void app.register((pages) => registerAuthorize(pages, routes));
  void app.register((gateway) =>
    registerGateway(gateway, { currentGeneration: () => current()?.gateway, reportFault }),
  );
  return app;
}

/** Answers what never gets as far as a route. */
function createApp({ settings, tls, reportFault }: ListenerOptions, errorDocsUrl: () => string | undefined) {
  const app = Fastify({
    serverFactory: (handler) => createServer(handler, tls),
    // Makes `request.ip` the address that a trusted proxy names.
    trustProxy: trustPeers(settings.trustedProxies),
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) =>
      sendRejection(reply, rejectFault(error, reportFault), errorDocsUrl()),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, errorDocsUrl()),
  });
  addMethods(app);
  app.setNotFoundHandler((_request, reply) => sendRejection(reply, { code: 'api_unknown' }, errorDocsUrl()));
  app.addHook('onRequest', (request, reply, done) => {
    if (isWellFramed(request.raw)) return done();
    sendRejection(reply, { code: 'request_malformed' }, errorDocsUrl());
  });
  announceClosing(app);
  return app;
}

/** From when on the listener closes, every answer says so, that of a call already in flight too. */
function announceClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Which methods there are is for the APIs to say. */
function addMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true });
  }
}
