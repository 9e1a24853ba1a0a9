import replyFrom, { type FastifyReplyFromOptions } from '@fastify/reply-from';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReportFault } from '../ports/faults.ts';
import { rejectFault } from '../rejection/fault-rejection.ts';
import { sendAhead } from '../rejection/send-ahead.ts';
import { sendRejection } from '../rejection/send-rejection.ts';
import { Call, type Outcome } from './call.ts';
import { forward, rejectCall } from './forward.ts';
import type { Generation } from './generation.ts';
import { applyPolicies } from './policies.ts';
import { rejectUpstreamFailure } from './reject-upstream-failure.ts';
import { upstreamDispatcher } from './upstream-dispatcher.ts';

export interface GatewayRoutes {
  /** The generation that serves now; undefined before the first one. */
  readonly currentGeneration: () => Generation | undefined;
  readonly reportFault: ReportFault;
}

/** What a request is decorated with. */
const callOf = (request: FastifyRequest) => request.getDecorator<Call | null>('call');

/** Registers everything that is no OAuth endpoint, in a context of its own that leaves bodies unread. */
export async function registerGateway(app: FastifyInstance, routes: GatewayRoutes): Promise<void> {
  await app.register(replyFrom, {
    // The types are those of the undici that reply-from brings along, one major version behind.
    undici: upstreamDispatcher as unknown as FastifyReplyFromOptions['undici'] & object,
    // reply-from would otherwise repeat a GET that was answered with 503.
    retryMethods: [],
    disableRequestLogging: true,
  });
  app.decorateRequest('call', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.setErrorHandler((error: FastifyError, request, reply) => answerFault(error, request, reply, routes));
  app.addHook('onRequest', (request, reply, done) => admitCall(request, reply, done, routes));
  app.all('/*', (request, reply) => {
    const call = callOf(request);
    if (call) forward(call, reply, routes.reportFault);
  });
}

function admitCall(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
  routes: GatewayRoutes,
): void {
  const generation = routes.currentGeneration();
  if (!generation) return sendRejection(reply, { code: 'gateway_starting' }, undefined);
  const call = new Call(request, generation);
  request.setDecorator('call', call);
  generation.usage.begin();
  reply.raw.once('close', () => endCall(call, reply));
  const outcome = applyPolicies(call);
  if (!(outcome instanceof Promise)) return answerCall(call, reply, done, outcome);
  outcome
    .then((settled) => answerCall(call, reply, done, settled))
    .catch((error: Error) => void reply.send(error));
}

function answerCall(call: Call, reply: FastifyReply, done: () => void, outcome: Outcome): void {
  if (!outcome) return done();
  if ('code' in outcome) return rejectCall(call, reply, outcome);
  sendAhead(reply.code(outcome.status).headers({ ...outcome.headers, ...call.corsHeaders }));
}

/** Nobody waits for the upstream any longer when the client is gone. */
function endCall({ generation, forwarded }: Call, { raw }: FastifyReply): void {
  generation.usage.end();
  if (!raw.writableFinished) forwarded?.abort();
}

function answerFault(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  { reportFault }: GatewayRoutes,
): void {
  const call = callOf(request);
  const rejection = (call?.isAnswered ? rejectUpstreamFailure : rejectFault)(error, reportFault);
  if (call) rejectCall(call, reply, rejection);
  else sendRejection(reply, rejection, undefined);
}
