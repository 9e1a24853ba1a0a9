import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import type { Serving } from '../served/serving.ts';

/** The pages for load balancers and orchestrators. `/health` and `/health/ready` have the same content. */
const healthPaths = ['/health', '/health/ready', '/health/live'] as const;

/**
 * Registers the health pages, which show the state of the gateway in one word. The readiness pages have status 200 if
 * calls are welcome, otherwise 503; the liveness page always has 200. Requests with other methods are answered by
 * `refuse`. `details` adds members to the readiness pages, for operators.
 */
export function registerHealth(
  app: FastifyInstance,
  state: () => Serving['state'],
  refuse: (reply: FastifyReply) => void,
  details: () => object = () => ({}),
): void {
  app.get('/health', (_request, reply) => sendReadiness(reply, state(), details()));
  app.get('/health/ready', (_request, reply) => sendReadiness(reply, state(), details()));
  app.get('/health/live', (_request, reply) => sendStatus(reply, 200, { status: 'live' }));
  for (const url of healthPaths) refuseOtherMethods(app, url, refuse);
}

/** Answers requests with methods other than GET and HEAD by `refuse`, before their body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  refuse: (reply: FastifyReply) => void,
): void {
  const method = app.supportedMethods.filter((name) => name !== 'GET' && name !== 'HEAD');
  app.route({ method, url, onRequest: (_request, reply) => refuse(reply), handler: () => undefined });
}

function sendReadiness(reply: FastifyReply, state: Serving['state'], details: object): void {
  sendStatus(reply, state === 'ready' ? 200 : 503, { status: state, ...details });
}

function sendStatus(reply: FastifyReply, code: number, content: object): void {
  const answer = reply.code(code).header('cache-control', 'no-store');
  sendEarly(answer.type('application/json; charset=utf-8'), JSON.stringify(content));
}
