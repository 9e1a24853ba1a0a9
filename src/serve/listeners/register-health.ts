import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import type { Serving } from '../served/serving.ts';

/** The pages for load balancers and orchestrators; the first two have the same content. */
const healthPaths = ['/health', '/health/ready', '/health/live'] as const;

/**
 * Shows the status of the gateway in one word: on the pages on readiness with 200 if calls are welcome and with 503 if
 * they are not, on that on life with 200. What else is done with these pages `refuse` answers. `details` are more members of
 * the pages on readiness, for operators.
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

/** Answers all requests that do not read a page, before its body is read. */
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
