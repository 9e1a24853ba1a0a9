import { requestsJson } from '../arguments/json-format.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { grantOptions, queryOfGrants } from '../grants/grant-options.ts';
import type { Io } from '../io.ts';

export const grantsRevokeCommand: Command = {
  name: 'grants revoke',
  summary: 'Revoke grants of users to applications in a running gateway.',
  details:
    'Revokes grants with all of their access and refresh tokens, in every gateway that shares the state ' +
    'store, before it returns. Without --id, it also ends the sessions, authorization codes and access ' +
    'tokens without a refresh token of the same users or applications. The key in the state folder of the ' +
    'gateway authorizes the request.',
  options: {
    ...grantOptions,
    all: { type: 'flag', summary: 'All grants of all users.' },
  },
  examples: [
    {
      command: 'gatewright grants revoke --url http://127.0.0.1:8244 --user ada',
      does: 'revokes the grants of a user',
    },
    {
      command: 'gatewright grants revoke --url http://127.0.0.1:8244 --user ada --application CampusPortal',
      does: 'revokes the grants of a user to one application',
    },
    { command: 'gatewright grants revoke --url http://127.0.0.1:8244 --all', does: 'revokes all grants' },
  ],
  exitCodes: { 0: 'revoked, or none found', 2: 'the gateway did not answer' },
  run: revokeGrants,
};

async function revokeGrants(args: CommandArguments, io: Io): Promise<ExitCode> {
  const asJson = requestsJson(args);
  const query = queryOfGrants(args);
  if ((query.size === 0) === !args.flag('all'))
    throw new CommandError('Name --id, --user or --application, or --all alone.');
  if (args.flag('all')) query.set('all', 'true');
  const { endGrants } = await import('../grants/request-grants.ts');
  const revoked = await endGrants(args, io, query);
  const { renderGrants } = await import('../grants/grants-human.ts');
  if (asJson) io.stdout.write(`${JSON.stringify({ revoked }, null, 2)}\n`);
  else {
    const count = revoked.length === 1 ? '1 grant' : `${revoked.length} grants`;
    io.stdout.write(
      revoked.length === 0 ? 'No grants found.\n' : `${count} revoked:\n${renderGrants(revoked)}`,
    );
    if (!query.has('id')) io.stdout.write('Sessions and access tokens without a grant have ended too.\n');
  }
  return 0;
}
