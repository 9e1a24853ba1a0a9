import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { followTls, renewTls } from '../listeners/follow-tls.ts';
import { closeListener, listen } from '../listeners/listen.ts';
import { ControlPlane, type ControlPlaneOptions, type EnvoyExports } from './control-plane.ts';
import type { ControlPlaneSettings, ControlPlaneFiles } from '../served/control-plane-settings.ts';
import { openSavedText } from '../services/saved-text.ts';
import { openPublishedFile } from './publications/published-file.ts';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type PeerCertificate, type TLSSocket } from 'node:tls';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { StartupError } from '../served/startup-error.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createServer } from '../listeners/http-server.ts';
import { type DiscoveryService, discoveryTypes } from './protocol/discovery-types.ts';
import { readDiscoveryRequest } from './protocol/read-discovery-request.ts';

/** In bytes. Each poll contains a long description of the Envoy. */
const bodyLimit = 4 * 1024 * 1024;

/** A control plane that is listening. */
export interface OpenControlPlane {
  readonly controlPlane: ControlPlane;
  readonly url: string;
  /** The certificate of the listener, in PEM. */
  readonly certificate: string;
  /** Loads new TLS material if the files have changed. */
  readonly reloadTls: () => void;
}

type Surroundings = Pick<GatewayOptions, 'stateFolder' | 'report'> &
  Pick<ControlPlaneOptions, 'readEarlier' | 'noteInUse'>;

/**
 * Opens the listener for Envoys, which `opened` closes. Polls are answered with 503 until the first table is published.
 * Rejects with a StartupError.
 */
export async function openControlPlane(
  { host, port, files }: ControlPlaneSettings,
  exports: EnvoyExports,
  { stateFolder, report, ...earlier }: Surroundings,
  opened: AsyncDisposableStack,
): Promise<OpenControlPlane> {
  const read = () => readControlPlaneTls(files);
  const material = await read();
  const warn = (message: string) => report({ type: 'warning', message });
  const { published, keep: keepPublished } = opened.use(await openPublishedFile(stateFolder, warn));
  const accepted = opened.use(await openSavedText(stateFolder, 'accepted.json', warn));
  const options = { ...exports, clock: systemClock, report, published, keepPublished, accepted, ...earlier };
  const controlPlane = opened.use(new ControlPlane(options));
  const app = opened.adopt(createControlPlaneListener(controlPlane, material), closeListener);
  const bound = await listen(app, { host, port, option: '--control-plane' });
  const followed = {
    tls: { calls: material, admin: undefined, authorization: undefined, read },
    takers: [(renewed: TlsMaterial) => renewTls(app.server, renewed)],
    files: Object.values<string>({ ...files }),
    report,
    listener: 'control-plane',
  } as const;
  return {
    controlPlane,
    url: `https://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    certificate: material.certificate,
    reloadTls: followTls(followed, opened),
  };
}

/** Reads the TLS material of the control plane. Rejects with a StartupError. */
async function readControlPlaneTls(files: ControlPlaneFiles): Promise<TlsMaterial> {
  const [certificate, key, clientAuthorities] = (await Promise.all(
    [files.certificate, files.key, files.clientAuthorities].map(readPem),
  )) as [string, string, string];
  try {
    createSecureContext({ cert: certificate, key, ca: clientAuthorities });
  } catch {
    throw new StartupError(
      `The certificate ${files.certificate} and the key ${files.key} of the control plane are not valid PEM, or do not match.`,
    );
  }
  // With a file that contains no certificate, Node would silently refuse every client.
  if (!clientAuthorities.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartupError(`The file ${files.clientAuthorities} does not contain a certificate in PEM.`);
  return { certificate, key, clientCa: clientAuthorities };
}

function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartupError(
      `The TLS material of the control plane is not usable: ${file} cannot be read (${explainSystemError(error)}).`,
    );
  });
}

/**
 * Creates the server that Envoys poll for their resources. It implements REST-JSON of the xDS protocol, in which a poll
 * without news is answered with 304. Only clients whose certificate is from an authority in `tls` are answered.
 */
function createControlPlaneListener(controlPlane: ControlPlane, tls: TlsMaterial): FastifyInstance {
  const app = Fastify({
    serverFactory: (handler) => createServer(handler, tls, { refusesStrangers: true }),
    bodyLimit,
  });
  for (const service of Object.keys(discoveryTypes) as DiscoveryService[])
    // In Fastify's paths, two colons stand for one, and a single colon starts a parameter.
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
  // If the Envoy closed its connection before, it has not received the version.
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
 * Whether an Envoy's certificate allows a node id: a name in the certificate or, so that several Envoys can share a
 * certificate, such a name followed by a slash and any text.
 */
function mayBeCalled(id: string, names: readonly string[]): boolean {
  return names.some((name) => name !== '' && (id === name || id.startsWith(`${name}/`)));
}
