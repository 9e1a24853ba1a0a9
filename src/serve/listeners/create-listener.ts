import { METHODS } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { trustPeers } from '#runtime/gateway/generation/trusted-peers.ts';
import { registerAuthorize } from '#runtime/oauth/authorize/authorize-routes.ts';
import { oauthAddresses } from '#runtime/oauth/oauth-addresses.ts';
import { registerOAuth } from '#runtime/oauth/oauth-routes.ts';
import { hasPublicHost } from '#runtime/requests/require-transport-security.ts';
import { portalAddresses } from '#runtime/portal/visit/paths.ts';
import { registerPortal } from '#runtime/portal/portal-routes.ts';
import { rejectError } from '#runtime/rejection/reject-error.ts';
import { sendRejection } from '#runtime/rejection/send-early.ts';
import { registerHealth } from './register-health.ts';
import { answerUnreadable } from './answer-unreadable.ts';
import { createReceiver } from './create-receiver.ts';
import { decodableTarget } from './decodable-target.ts';
import { createServer } from './http-server.ts';
import { type Http2Connections, openHttp2 } from './http2/http2-connections.ts';
import { type ListenerOptions, timeoutsOf } from './listener-options.ts';
import { OwnPaths } from './own-paths.ts';

/** The server that calls come in at: the pages and OAuth endpoints, and everything else for the gateway. */
export function createListener(options: ListenerOptions): FastifyInstance {
  const { settings, current, reportError } = options;
  const state = options.state ?? (() => (current() ? 'ready' : 'starting'));
  const app = createApp(options);
  const addresses = oauthAddresses(settings);
  const routes = {
    addresses,
    currentServer: () => current()?.authorization,
    reportError,
    isOnPublicHost: hasPublicHost(settings),
  };
  void app.register(async (health) =>
    registerHealth(health, state, (reply) =>
      sendRejection(reply, { code: 'method_not_allowed', headers: { allow: 'GET, HEAD' } }, undefined),
    ),
  );
  void app.register(async (oauth) => registerOAuth(oauth, routes));
  void app.register((pages) => registerAuthorize(pages, routes));
  const { storeUrl } = settings;
  if (storeUrl !== undefined)
    void app.register((store) =>
      registerPortal(store, {
        ...routes,
        path: portalAddresses(storeUrl).path,
        currentPortal: () => current()?.portal,
        errorDocsUrl: () => current()?.gateway.settings.errorDocsUrl,
      }),
    );
  return app;
}

function createApp(options: ListenerOptions): FastifyInstance {
  const { settings, tls, current, reportError } = options;
  const errorDocsUrl = () => current()?.gateway.settings.errorDocsUrl;
  const ownPaths = new OwnPaths();
  let isClosing = false;
  let http2: Http2Connections | undefined;
  const app = Fastify({
    serverFactory: (framework) => {
      const receiver = createReceiver({ ...options, framework: { answer: framework }, ownPaths });
      const { timeouts = timeoutsOf(settings.listener) } = options;
      const { limits } = settings.listener;
      const wantsNoMore = () => isClosing || options.state?.() === 'stopping';
      if (tls && settings.listener.http2)
        http2 = openHttp2({ limits, timeouts, isClosing: wantsNoMore, receive: receiver.receiveHttp2 });
      return createServer(receiver.receive, tls, {
        ...receiver,
        isClosing: wantsNoMore,
        timeouts,
        limits,
        ...(http2 && { http2 }),
      });
    },
    rewriteUrl: decodableTarget,
    // Makes `request.ip` the address that a trusted proxy names.
    trustProxy: trustPeers(settings.trustedProxies),
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) =>
      sendRejection(reply, rejectError(error, reportError), errorDocsUrl()),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, errorDocsUrl(), options.refused),
  });
  addMethods(app);
  app.addHook('onRoute', ({ url }) => ownPaths.add(url));
  app.addHook('preClose', (done) => {
    isClosing = true;
    http2?.close();
    done();
  });
  return app;
}

/** The APIs decide which methods exist. */
function addMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true });
  }
}
