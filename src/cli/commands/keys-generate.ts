import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { findApplication } from '#compiler/propose/find-declared.ts';
import type { Io } from '../io.ts';
import { addSecret } from '../keys/add-secret.ts';
import { applicationOption, configOption, findProject, loadWorkspace } from '../project/project.ts';

export const keysGenerateCommand: Command = {
  name: 'keys generate',
  summary: 'Generate a consumer key and secret for an application.',
  details:
    "Writes the consumer key and the digest of the secret to the application's declaration, and prints " +
    'both once. If the application already has a key, it keeps the key and gets a second secret. Both ' +
    'secrets work until `gatewright keys rotate --retire` deletes the digest of the old one, so that ' +
    'callers can switch. A single-page application gets a consumer key without a secret.',
  options: {
    ...configOption,
    ...applicationOption,
    sandbox: {
      type: 'flag',
      summary: 'Generate sandbox keys, for the sandbox endpoints, instead of production keys.',
    },
  },
  examples: [
    { command: 'gatewright keys generate --application DogWalker', does: 'generates production keys' },
    { command: 'gatewright keys generate --application DogWalker --sandbox', does: 'generates sandbox keys' },
  ],
  exitCodes: { 0: 'generated and written', 2: 'the command could not run; nothing is written' },
  run: generateKeys,
};

async function generateKeys(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const application = findApplication(await loadWorkspace(project), args.requiredText('application'));
  await addSecret(project, application, args.flag('sandbox') ? 'sandbox' : 'production', io);
  return 0;
}
