import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import { isFromThisMachine } from './is-from-this-machine.ts';
import { refuseOtherMethods } from './register-health.ts';
import type { Serving } from '../generation/serving.ts';
import { shownTable } from './shown-table.ts';

/** How the pages of an admin listener say no. */
export interface Refusals {
  readonly refuse: (reply: FastifyReply, status: number, message: string) => void;
  readonly refuseToChange: (reply: FastifyReply) => void;
}

const part = '/table/parts/:digest';

/**
 * Shows the table that serves, as it was compiled, to who asks on this machine: what it is made of at `/table`, and what
 * that names of its APIs by digest, one at a time, so that who has a table like it asks for what differs alone.
 */
export function registerTable(app: FastifyInstance, serving: Serving, refusals: Refusals): void {
  const found = (request: FastifyRequest, reply: FastifyReply) =>
    findTable(request, reply, serving, refusals);
  app.get('/table', (request, reply) => {
    const table = found(request, reply);
    if (!table) return reply;
    return asJson(reply.header('etag', `"${table.digest}"`)).send(Readable.from(shownTable(table)));
  });
  app.get<{ Params: { readonly digest: string } }>(part, (request, reply) => {
    const api = found(request, reply)?.apis.get(request.params.digest as Digest);
    if (api) return asJson(reply).send(JSON.stringify(api));
    if (!reply.sent) refusals.refuse(reply, 404, 'The table that serves has no such part.');
    return reply;
  });
  for (const url of ['/table', part]) refuseOtherMethods(app, url, refusals.refuseToChange);
}

/** Undefined where the request was refused. */
function findTable(
  request: FastifyRequest,
  reply: FastifyReply,
  { compiled }: Serving,
  { refuse }: Refusals,
): Compiled | undefined {
  if (!isFromThisMachine(request)) refuse(reply, 403, 'The table is shown on this machine alone.');
  else if (!compiled) refuse(reply, 503, 'No table serves yet.');
  else return compiled;
  return undefined;
}

function asJson(reply: FastifyReply): FastifyReply {
  return reply.type('application/json; charset=utf-8');
}
