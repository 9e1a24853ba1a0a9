import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { addSecret } from '../keys/add-secret.ts';
import { findApplication } from '../keys/find-application.ts';
import { loadWorkspace } from '../project/load-workspace.ts';
import { configOption, findProject } from '../project/project.ts';

export const keysGenerateCommand: Command = {
  name: 'keys generate',
  summary: 'Make a consumer key and a consumer secret for an application.',
  details:
    "Writes the consumer key and the digest of the secret into the application's declaration, and prints both once. " +
    'Where there is a key already, it is kept and gets a second secret: both work until `gatewright keys rotate --retire` deletes the ' +
    'digest of the old one, so that callers can be moved over. A single-page application gets a consumer key and no secret.',
  options: {
    ...configOption,
    application: { type: 'text', placeholder: 'NAME', summary: 'The application.', required: true },
    sandbox: {
      type: 'flag',
      summary: 'Make sandbox keys, which reach the sandbox endpoints, in place of production keys.',
    },
  },
  examples: [
    { command: 'gatewright keys generate --application DogWalker', does: 'makes production keys' },
    { command: 'gatewright keys generate --application DogWalker --sandbox', does: 'makes sandbox keys' },
  ],
  exitCodes: { 0: 'made and written', 2: 'it could not run; nothing is written' },
  run: generateKeys,
};

async function generateKeys(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const application = findApplication(await loadWorkspace(project), args.requiredText('application'));
  await addSecret(project, application, args.flag('sandbox') ? 'sandbox' : 'production', io);
  return 0;
}
