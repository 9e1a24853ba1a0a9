import type { FastifyReply } from 'fastify';
import type { ReportFault } from '../ports/faults.ts';
import { expectsContinue } from '../rejection/expects-continue.ts';
import { sendRejection } from '../rejection/send-rejection.ts';
import type { Rejection } from '../rejection/rejection.ts';
import type { Call } from './call.ts';
import { toClientHeaders } from './client-headers.ts';
import { rejectUpstreamFailure } from './reject-upstream-failure.ts';
import { forwarding, type Forwarding } from './upstream-dispatcher.ts';
import { toUpstreamHeaders } from './upstream-headers.ts';

/** reply-from wants a URL to take apart, which the dispatcher then has no use for. */
const anyUrl = 'http://upstream/';

/** Passes a call to its upstream and the answer back, both as streams. */
export function forward(call: Call, reply: FastifyReply, reportFault: ReportFault): void {
  const target = call.endpoint.nextTarget();
  const dropsBody = call.upstreamMethod !== call.request.method;
  call.forwarded = new AbortController();
  const details: Forwarding = {
    target,
    path: target.basePath + call.resourcePath + call.target.query,
    dropsBody,
    signal: call.forwarded.signal,
  };
  if (call.request.body !== undefined && expectsContinue(call.request)) reply.raw.writeContinue();
  reply.from(anyUrl, {
    method: call.upstreamMethod as 'GET',
    rewriteRequestHeaders: (_request, sent) =>
      Object.assign(toUpstreamHeaders(call, target, sent), { [forwarding]: details }),
    rewriteHeaders: (answered) => toClientHeaders(answered, call, target),
    onError: (_reply, { error }) => rejectCall(call, reply, rejectUpstreamFailure(error, reportFault)),
    onResponse: (_request, _reply, { stream }) => {
      // An answer whose status was not valid has been rejected already.
      if (reply.sent) return void stream.destroy();
      call.isAnswered = true;
      keepConnection(reply);
      reply.send(dropsBody ? undefined : stream);
    },
  });
}

/** Answers a call with a rejection, in words that a browser may read where the API says so. */
export function rejectCall(call: Call, reply: FastifyReply, { code, headers }: Rejection): void {
  const rejection = { code, headers: { ...headers, ...call.corsHeaders } };
  sendRejection(reply, rejection, call.generation.settings.errorDocsUrl);
}

/**
 * reply-from closes the connection where the request is not read to its end yet; the dispatcher reads a body that it
 * was given, so that there is no need to. What Fastify has set, because it is about to close, stands.
 */
function keepConnection(reply: FastifyReply): void {
  if (reply.request.raw.complete || reply.request.body === undefined) return;
  const before = reply.raw.getHeader('connection');
  reply.header('connection', before ?? (reply.raw.shouldKeepAlive ? 'keep-alive' : 'close'));
}
