import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Compiled } from '#compiled/compiled.ts';
import { textOfPart } from '#compiled/deferred-contract.ts';
import type { Digest } from '#compiled/digest.ts';
import { hideDigests } from '#compiled/hide-digests.ts';
import type { Serving } from '../served/serving.ts';
import { isFromThisMachine } from './admin-access.ts';
import { refuseOtherMethods } from '../listeners/register-health.ts';

/** How the admin listener refuses requests. */
export interface Refusals {
  readonly refuse: (reply: FastifyReply, status: number, message: string) => void;
  readonly refuseToChange: (reply: FastifyReply) => void;
}

const part = '/table/parts/:digest';

/**
 * Registers the served table in its compiled form, for this machine only: the manifest at `/table`, and each API part
 * by its digest, so that a client with a similar table requests only the parts that differ.
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
    if (api) return asJson(reply).send(textOfPart(api));
    if (!reply.sent) refusals.refuse(reply, 404, 'The served table does not have this part.');
    return reply;
  });
  for (const url of ['/table', part]) refuseOtherMethods(app, url, refusals.refuseToChange);
}

/** The served table; undefined if the request was refused. */
function findTable(
  request: FastifyRequest,
  reply: FastifyReply,
  { compiled }: Serving,
  { refuse }: Refusals,
): Compiled | undefined {
  if (!isFromThisMachine(request)) refuse(reply, 403, 'The table is shown only on this machine.');
  else if (!compiled) refuse(reply, 503, 'No table is served yet.');
  else return compiled;
  return undefined;
}

function asJson(reply: FastifyReply): FastifyReply {
  return reply.type('application/json; charset=utf-8');
}

/** How many list members are serialized at once, so that calls are handled in between. */
const membersAtOnce = 1000;

/**
 * Yields the table as JSON in pieces: `digest`, and `manifest` without the digests of secrets and passwords. The API
 * parts are requested one by one.
 */
async function* shownTable({ digest, manifest }: Compiled): AsyncGenerator<string> {
  yield `{"digest":${JSON.stringify(digest)},"manifest":{`;
  let separator = '';
  for (const [name, value] of Object.entries(hideDigests(manifest))) {
    yield `${separator}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* shownList(value);
    else yield JSON.stringify(value);
    separator = ',';
  }
  yield '}}\n';
}

async function* shownList(members: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (let from = 0; from < members.length; from += membersAtOnce) {
    const text = JSON.stringify(members.slice(from, from + membersAtOnce)).slice(1, -1);
    yield from === 0 ? text : `,${text}`;
    await nextTurn();
  }
  yield ']';
}
