import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StoreError } from '#runtime/ports/token-store.ts';
import { hasAdminKey, isFromThisMachine } from './admin-access.ts';
import {
  type GrantFilter,
  type GrantOperations,
  knowsApplication,
  listGrants,
  revokeGrants,
  type ShownGrant,
} from './operated-grants.ts';
import type { Refusals } from './register-table.ts';

/** What the grant pages need. */
export interface GrantPages {
  readonly operations: GrantOperations;
  /** The secret that callers must send, see `admin-access.ts`. */
  readonly adminKey: string;
}

type Answer = (
  operations: GrantOperations,
  filter: GrantFilter,
) => Promise<Readonly<Record<string, readonly ShownGrant[]>>>;

/**
 * Registers the endpoints that list and revoke users' grants, for requests from this machine that send the key in the
 * state folder. Browsers do not have that key, so a web page cannot trigger a revocation.
 */
export function registerGrants(app: FastifyInstance, pages: GrantPages, refusals: Refusals): void {
  const list: Answer = async (operations, filter) => ({ grants: await listGrants(operations, filter) });
  const revoke: Answer = async (operations, filter) => ({ revoked: await revokeGrants(operations, filter) });
  app.get('/grants', (request, reply) => answer(pages, refusals, list, request, reply));
  app.post('/grants/revoke', (request, reply) => {
    if (isNarrowed(request)) return answer(pages, refusals, revoke, request, reply);
    refusals.refuse(reply, 400, 'Set id, user or application, or all=true.');
    return reply;
  });
}

async function answer(
  pages: GrantPages,
  { refuse }: Refusals,
  perform: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = findRefusal(pages, request);
  if (refusal) {
    refuse(reply, ...refusal);
    return reply;
  }
  try {
    const body = JSON.stringify(await perform(pages.operations, readFilter(request)));
    return reply.type('application/json; charset=utf-8').send(body);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    refuse(reply, 503, error.message);
    return reply;
  }
}

/** The status and message to refuse a request with; undefined if it is allowed. */
function findRefusal(
  { operations, adminKey }: GrantPages,
  request: FastifyRequest,
): readonly [status: number, message: string] | undefined {
  if (!isFromThisMachine(request)) return [403, 'Grants can be listed and revoked only from this machine.'];
  if (!hasAdminKey(request.headers.authorization, adminKey))
    return [401, 'The admin key in the state folder of the gateway is required.'];
  const { application } = readFilter(request);
  if (application === undefined || knowsApplication(operations, application)) return undefined;
  return [404, `No served application has keys and the name ${JSON.stringify(application)}.`];
}

function isNarrowed(request: FastifyRequest): boolean {
  return queryOf(request).get('all') === 'true' || Object.keys(readFilter(request)).length > 0;
}

function readFilter(request: FastifyRequest): GrantFilter {
  const query = queryOf(request);
  const given = ['id', 'user', 'application'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

function queryOf({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams;
}
