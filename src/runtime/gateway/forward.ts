import type { FastifyReply } from 'fastify';
import type { ReportFault } from '../ports/faults.ts';
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
  const details: Forwarding = {
    target,
    path: target.basePath + call.resourcePath + call.target.query,
    dropsBody,
    signal: abortWithClient(reply),
  };
  reply.from(anyUrl, {
    method: call.upstreamMethod as 'GET',
    rewriteRequestHeaders: (_request, sent) =>
      Object.assign(toUpstreamHeaders(call, target, sent), { [forwarding]: details }),
    rewriteHeaders: (answered) => toClientHeaders(answered, call.corsHeaders),
    onError: (_reply, { error }) => rejectCall(call, reply, rejectUpstreamFailure(error, reportFault)),
    onResponse: (_request, _reply, { stream }) => {
      // An answer whose status was not valid has been rejected already.
      if (reply.sent) return void stream.destroy();
      call.isAnswered = true;
      // The dispatcher reads the request to its end, so that there is no need to close the connection.
      reply.removeHeader('connection');
      reply.send(dropsBody ? undefined : stream);
    },
  });
}

/** Answers a call with a rejection, in words that a browser may read where the API says so. */
export function rejectCall(call: Call, reply: FastifyReply, { code, headers }: Rejection): void {
  const rejection = { code, headers: { ...headers, ...call.corsHeaders } };
  sendRejection(reply, rejection, call.generation.settings.errorDocsUrl);
}

/** Nobody waits for the upstream any longer when the client is gone. */
function abortWithClient({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
