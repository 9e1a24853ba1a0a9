import type { PeerCertificate, TLSSocket } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import { createServer } from '../listeners/http-server.ts';
import type { ControlPlane } from './control-plane.ts';
import { type DiscoveryService, discoveryTypes } from './protocol/discovery-types.ts';
import { readDiscoveryRequest } from './protocol/read-discovery-request.ts';

/** In bytes: an Envoy describes itself at length with every poll. */
const bodyLimit = 4 * 1024 * 1024;

/**
 * The server that Envoys poll for their resources: REST-JSON of the xDS protocol, in which a poll that finds nothing new
 * is answered with 304. The material names the authorities of the Envoys' certificates; nobody else is answered.
 */
export function createControlPlaneListener(controlPlane: ControlPlane, tls: TlsMaterial): FastifyInstance {
  const app = Fastify({
    serverFactory: (handler) => createServer(handler, tls, { refusesStrangers: true }),
    bodyLimit,
  });
  for (const service of Object.keys(discoveryTypes) as DiscoveryService[])
    // The framework reads two colons as one, and one as a parameter.
    app.post(`/v3/discovery::${service}`, (request, reply) =>
      answerPoll(controlPlane, service, request, reply),
    );
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'The page does not exist.'));
  app.setErrorHandler((_error, _request, reply) => refuse(reply, 400, 'The request cannot be read.'));
  return app;
}

function answerPoll(
  controlPlane: ControlPlane,
  service: DiscoveryService,
  { raw, body }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const request = readDiscoveryRequest(body);
  if (!request) return refuse(reply, 400, 'The body is not a DiscoveryRequest with a node id.');
  const names = namesIn((raw.socket as TLSSocket).getPeerCertificate());
  if (!mayBeCalled(request.nodeId, names))
    return refuse(
      reply,
      403,
      `The node id is not a name in the certificate of the client: ${names.join(', ')}.`,
    );
  const subscription = { service, names: request.resourceNames };
  const answer = controlPlane.poll(request.nodeId, subscription, request.versionInfo);
  if (answer.kind === 'not-ready') return refuse(reply, 503, 'No table is published yet.');
  if (answer.kind === 'too-many') return refuse(reply, 503, 'Too many Envoys poll this control plane.');
  if (answer.kind === 'unchanged') return reply.code(304).send();
  // An Envoy that ended its connection before has not seen it.
  reply.raw.once('finish', answer.delivered);
  return reply.type('application/json').send(answer.content.body);
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

/** The names in a client's certificate: its common name, and its alternative DNS names and URIs. */
function namesIn({ subject, subjectaltname = '' }: PeerCertificate): readonly string[] {
  const commonNames = [subject?.CN ?? []].flat();
  const alternatives = subjectaltname
    .split(', ')
    .flatMap((entry) => /^(?:DNS|URI):(.+)$/.exec(entry)?.[1] ?? []);
  return [...new Set([...commonNames, ...alternatives])];
}

/**
 * Whether an Envoy may call itself by a node id: by a name in its certificate or, so that several can share one, by such
 * a name, a slash and whatever tells them apart.
 */
function mayBeCalled(id: string, names: readonly string[]): boolean {
  return names.some((name) => name !== '' && (id === name || id.startsWith(`${name}/`)));
}
