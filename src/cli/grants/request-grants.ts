import { readFile } from 'node:fs/promises';
import { isJsonObject, type Json } from '#compiled/json.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { adminKeyFileIn, parseAdminKey } from '#serve/admin/admin-access.ts';
import type { ShownGrant } from '#serve/admin/operated-grants.ts';
import { isLoopbackHost } from '#serve/served/loopback-host.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments } from '../command.ts';
import type { Io } from '../io.ts';
import { findStateFolder } from '../state/find-state-folder.ts';
import { parseAdminAddress } from '../status/admin-address.ts';
import { type AdminAnswer, AdminClient } from '../status/admin-client.ts';
import { fetchPage, postToGateway } from '../status/gateway-pages.ts';
import { parseJsonObject } from '../status/running-gateway.ts';

/** The time limit for all requests: a revocation waits for every gateway that shares the store. */
const timeoutMs = 60_000;

/** Lists grants of a running gateway. Throws a CommandError if the request fails. */
export async function requestGrants(args: CommandArguments, io: Io, query: URLSearchParams) {
  using client = await openClient(args, io);
  return readGrants(await fetchPage(client, `grants?${query.toString()}`), 'grants', client);
}

/** Revokes grants of a running gateway, and returns the revoked grants. Throws a CommandError if the request fails. */
export async function endGrants(args: CommandArguments, io: Io, query: URLSearchParams) {
  using client = await openClient(args, io);
  return readGrants(await postToGateway(client, `grants/revoke?${query.toString()}`), 'revoked', client);
}

async function openClient(args: CommandArguments, io: Io): Promise<AdminClient> {
  const address = parseAdminAddress(args.requiredText('url'));
  if (!isLoopbackHost(address.url.hostname)) {
    const help = 'Run the command there, with an address such as http://127.0.0.1:8244.';
    throw new CommandError("Grants can be listed and revoked only on the gateway's own machine.", help);
  }
  const key = await readKey(await findStateFolder(args, io));
  return new AdminClient({ address, key, timeoutMs });
}

async function readKey(stateFolder: string): Promise<string> {
  const file = adminKeyFileIn(stateFolder);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(
      `The admin key ${file} cannot be read: ${explainSystemError(error)}.`,
      'Name the state folder of the gateway with --state-dir, as a user who may read it.',
    );
  });
  const key = parseAdminKey(text);
  if (key !== undefined) return key;
  throw new CommandError(
    `The file ${file} does not contain an admin key.`,
    'Delete it and restart the gateway, which generates a new one.',
  );
}

function readGrants(
  { status, body }: AdminAnswer,
  name: string,
  { address }: AdminClient,
): readonly ShownGrant[] {
  const answer = parseJsonObject(body);
  const grants = answer?.[name];
  if (status === 200 && isGrants(grants)) return grants;
  const { message } = answer ?? {};
  const help = status === 401 ? 'Name the state folder of the gateway with --state-dir.' : undefined;
  const reason = typeof message === 'string' ? message : `It returned the status ${status}.`;
  throw new CommandError(`${address.shown} does not return the grants of users. ${reason}`, help);
}

function isGrants(value: Json | undefined): value is Json & readonly ShownGrant[] {
  return Array.isArray(value) && value.every(isGrant);
}

function isGrant(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { scopes, keySet, application, lastUsed } = value;
  return (
    ['id', 'user', 'consumerKey', 'since', 'ends'].every((name) => isText(value[name])) &&
    (keySet === 'production' || keySet === 'sandbox') &&
    [application, lastUsed].every((text) => text === null || isText(text)) &&
    Array.isArray(scopes) &&
    scopes.every(isText)
  );
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string';
}
