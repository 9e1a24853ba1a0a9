import type { FastifyReply } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import type { ReportFault } from '../ports/faults.ts';
import { rejectFault } from '../rejection/fault-rejection.ts';
import type { Rejection } from '../rejection/rejection.ts';
import type { AnswerObserver } from './answer-observer.ts';
import type { Call } from './call.ts';
import { toClientHeaders } from './client-headers.ts';
import { mayRetry } from './forward.ts';
import { rejectCall } from './reject-call.ts';
import { causeOf, rejectUpstreamFailure } from './reject-upstream-failure.ts';
import type { UpstreamTarget } from './served-endpoint.ts';
import { forwarding, type Forwarding } from './upstream-dispatcher.ts';

/** reply-from wants a URL to take apart, which the dispatcher then has no use for. */
const anyUrl = 'http://upstream/';

/**
 * Passes a call to its upstream and the answer back by way of the framework's proxy, over whatever the target's pool
 * speaks: HTTP/1.1 too. The error handler of its route has to call `answerFault`.
 */
export function forwardOverHttp2(
  call: Call,
  reply: FastifyReply,
  reportFault: ReportFault,
  tried: readonly UpstreamTarget[] = [],
): void {
  const target = call.endpoint.nextTarget(tried);
  if (!target) return reject(call, reply, call.endpoint.rejectUnavailable());
  call.asks(target);
  const attempt = { call, reply, reportFault, tried: [...tried, target], target };
  const controller = new AbortController();
  call.forwarded = controller;
  const details: Forwarding = { call, target, signal: controller.signal };
  reply.from(anyUrl, {
    method: call.upstreamMethod as 'GET',
    rewriteRequestHeaders: () => ({ [forwarding]: details }),
    rewriteHeaders: (answered) => toRecord(toClientHeaders(answered, call, target)),
    onError: (_reply, { error }) => failAttempt(attempt, causeOf(error)),
    onResponse: (_request, _reply, answer) => passAnswer(attempt, answer as unknown as Answer),
  });
}

interface Attempt {
  readonly call: Call;
  readonly reply: FastifyReply;
  readonly reportFault: ReportFault;
  readonly target: UpstreamTarget;
  /** With the target itself. */
  readonly tried: readonly UpstreamTarget[];
}

/** What reply-from hands on of undici's answer. */
interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
}

function failAttempt({ call, reply, reportFault, target, tried }: Attempt, error: Error): void {
  if (call.response.destroyed) return;
  target.failed(error);
  if (mayRetry(call, tried.length, error)) return forwardOverHttp2(call, reply, reportFault, tried);
  call.failure = error;
  reject(call, reply, rejectUpstreamFailure(error, reportFault));
}

/** Answers for what the framework cannot send, as an answer that breaks off before its first byte was passed on. */
export function answerFault(call: Call, reply: FastifyReply, error: Error, reportFault: ReportFault): void {
  const { response } = call;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const judge = call.failure === error ? rejectUpstreamFailure : rejectFault;
  reject(call, reply, judge(error, reportFault));
}

function reject(call: Call, reply: FastifyReply, rejection: Rejection): void {
  reply.hijack();
  rejectCall(call, rejection);
}

function passAnswer({ call, reply, target }: Attempt, { statusCode, headers, stream }: Answer): void {
  // An answer whose status was not valid has been rejected already.
  if (reply.sent) return void stream.destroy();
  call.answeredAt = performance.now();
  target.answered(statusCode);
  stream.once('error', (error) => {
    call.failure = error;
    if (!call.response.destroyed) target.failed(error);
  });
  keepConnection(call, reply);
  if (call.upstreamMethod !== call.request.method) return void reply.send();
  reply.send(call.observeAnswer ? observe(stream, call.observeAnswer, { statusCode, headers }) : stream);
}

/** reply-from closes the connection where the request is not read to its end yet; here it always is in the end. */
function keepConnection({ request, response }: Call, reply: FastifyReply): void {
  if (request.complete) return;
  reply.header('connection', response.shouldKeepAlive ? 'keep-alive' : 'close');
}

/** The same stream, whose parts are shown to an observer as they pass by. */
function observe(
  stream: Readable,
  observer: AnswerObserver,
  { statusCode, headers }: Omit<Answer, 'stream'>,
): Readable {
  observer.begin(statusCode, headers);
  const observed = new Transform({
    transform: (chunk: Buffer, _encoding, passed) => {
      observer.data(chunk);
      passed(null, chunk);
    },
    flush: (passed) => {
      observer.end();
      passed();
    },
  });
  // What fails is told by the stream that is handed on.
  return pipeline(stream, observed, () => undefined);
}

/** Names and values in turn, as the framework takes them: several values of a name as a list. */
function toRecord(headers: readonly string[]): IncomingHttpHeaders {
  const record: Record<string, string | string[]> = {};
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    const before = record[name];
    record[name] = before === undefined ? value : [before, value].flat();
  }
  return record;
}
