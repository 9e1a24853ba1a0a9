import replyFrom, { type FastifyReplyFromOptions } from '@fastify/reply-from';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { ReportFault } from '../ports/faults.ts';
import type { Call } from './call.ts';
import { answerFault, forwardOverHttp2 } from './forward-http2.ts';
import { upstreamDispatcher } from './upstream-dispatcher.ts';

/** The calls that the framework's proxy forwards, by their requests. */
export type HandedCalls = WeakMap<IncomingMessage, Call>;

/** Registers the one route that calls over HTTP/2 come by, in a context of its own that leaves bodies unread. */
export async function registerGateway(
  app: FastifyInstance,
  handed: HandedCalls,
  reportFault: ReportFault,
): Promise<void> {
  await app.register(replyFrom, {
    // The types are those of the undici that reply-from brings along, one major version behind.
    undici: upstreamDispatcher as unknown as FastifyReplyFromOptions['undici'] & object,
    // reply-from would otherwise repeat a GET that was answered with 503.
    retryMethods: [],
    disableRequestLogging: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    const call = handed.get(request.raw);
    if (!call) throw error;
    answerFault(call, reply, error as Error, reportFault);
  });
  app.all('/*', (request, reply) => {
    const call = handed.get(request.raw);
    if (call) forwardOverHttp2(call, reply, reportFault);
    else reply.callNotFound();
  });
}
