import { requestsJson } from '../arguments/json-format.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { grantOptions, queryOfGrants } from '../grants/grant-options.ts';
import type { Io } from '../io.ts';

export const grantsListCommand: Command = {
  name: 'grants list',
  summary: 'List the grants of users to applications in a running gateway.',
  details:
    'Asks the admin listener of a gateway on this machine for the grants that can be refreshed: who ' +
    'granted what to which application, since when, when the grant was last used, and when it ends. Tokens ' +
    'are never shown. Access tokens without a refresh token are not listed. The key in the state folder of ' +
    'the gateway authorizes the request.',
  options: grantOptions,
  examples: [
    { command: 'gatewright grants list --url http://127.0.0.1:8244', does: 'lists all grants' },
    {
      command: 'gatewright grants list --url http://127.0.0.1:8244 --user campus/ada --format json',
      does: 'lists the grants of a user of the provider campus, as JSON',
    },
  ],
  exitCodes: { 0: 'listed', 2: 'the gateway did not answer' },
  run: listGrants,
};

async function listGrants(args: CommandArguments, io: Io): Promise<ExitCode> {
  const asJson = requestsJson(args);
  const { requestGrants } = await import('../grants/request-grants.ts');
  const grants = await requestGrants(args, io, queryOfGrants(args));
  const { renderGrants } = await import('../grants/grants-human.ts');
  const none = 'No grants found.\n';
  if (asJson) io.stdout.write(`${JSON.stringify({ grants }, null, 2)}\n`);
  else io.stdout.write(grants.length === 0 ? none : renderGrants(grants));
  return 0;
}
