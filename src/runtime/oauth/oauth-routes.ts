import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { ReportFault } from '../ports/faults.ts';
import { expectsContinue } from '../rejection/expects-continue.ts';
import { readAuthorization } from '../token/read-authorization.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { OAuthAddresses } from './oauth-addresses.ts';
import { refuseFault, sendOAuthAnswer } from './send-oauth-answer.ts';
import { describeServer } from './server-metadata.ts';
import { answerTokenRequest, TokenRequest } from './token-request.ts';

export interface OAuthRoutes {
  readonly addresses: OAuthAddresses;
  /** The authorization server of the generation that serves now; undefined before the first one. */
  readonly currentServer: () => AuthorizationServer | undefined;
  readonly reportFault: ReportFault;
}

/** What one endpoint answers: a result, or an OAuthRefusal. */
type Endpoint = (server: AuthorizationServer, request: FastifyRequest) => object | Promise<object>;

const formType = 'application/x-www-form-urlencoded';
const largestFormBytes = 64 * 1024;

/** Registers the OAuth endpoints, in a context of their own so that their parser stays within it. */
export function registerOAuth(app: FastifyInstance, routes: OAuthRoutes): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    formType,
    { parseAs: 'buffer', bodyLimit: largestFormBytes },
    (_request, body, done) => done(null, body),
  );
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (expectsContinue(request) && isReadable(request)) reply.raw.writeContinue();
    done(null, payload);
  });
  app.setErrorHandler((error, _request, reply) =>
    sendOAuthAnswer(reply, refuseFault(error, routes.reportFault)),
  );
  const { token, jwks, metadata } = routes.addresses;
  for (const url of token) registerEndpoint(app, routes, ['POST'], url, answerToken);
  for (const url of jwks) registerEndpoint(app, routes, ['GET', 'HEAD'], url, answerKeys);
  for (const url of metadata) registerEndpoint(app, routes, ['GET', 'HEAD'], url, describeServer);
}

function registerEndpoint(
  app: FastifyInstance,
  { currentServer }: OAuthRoutes,
  methods: readonly HTTPMethods[],
  url: string,
  endpoint: Endpoint,
): void {
  app.route({
    method: [...methods],
    url,
    handler: async (request, reply) => {
      const server = currentServer();
      return sendOAuthAnswer(reply, server ? await endpoint(server, request) : { refused: 'starting' });
    },
  });
  registerOtherMethods(app, methods, url);
}

/** Refused before any body is read, since 405 says more than that the body has the wrong type. */
function registerOtherMethods(app: FastifyInstance, methods: readonly HTTPMethods[], url: string): void {
  const others = app.supportedMethods.filter((method) => !methods.includes(method));
  const refusal = { refused: 'method_not_allowed', headers: { allow: methods.join(', ') } };
  app.route({
    method: others,
    url,
    onRequest: (_request, reply) => void sendOAuthAnswer(reply, refusal),
    handler: () => undefined,
  });
}

/** Whether a client that waits for leave to send its form is not better refused without it. */
function isReadable({ headers }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith(formType) ?? false;
  return isForm && Number(headers['content-length'] ?? 0) <= largestFormBytes;
}

const answerToken: Endpoint = (server, { raw, body }) => {
  const coding = raw.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') return { refused: 'form_encoded' };
  const form = Buffer.isBuffer(body) ? body : undefined;
  return answerTokenRequest(new TokenRequest(server, readAuthorization(raw), form));
};

const answerKeys: Endpoint = ({ mint: { keyRing } }) => ({
  keys: [...keyRing.keys.values()].map(({ publicJwk }) => publicJwk),
});
