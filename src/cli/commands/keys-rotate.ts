import { isPublicClient } from '#compiled/is-public-client.ts';
import type { KeySetName } from '#compiled/manifest.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { findApplication } from '#compiler/propose/find-declared.ts';
import type { Io } from '../io.ts';
import { addSecret } from '../keys/add-secret.ts';
import { retireSecrets } from '../keys/retire-secrets.ts';
import { findProject, loadWorkspace, type Project } from '../project/project.ts';
import { findStateFolder, stateFolderOptions } from '../state/find-state-folder.ts';

export const keysRotateCommand: Command = {
  name: 'keys rotate',
  summary: 'Replace a consumer secret or the signing key, step by step.',
  details:
    'With --application: adds a consumer secret next to the old one, as `keys generate` does; when all ' +
    'callers use it, --retire deletes the digests of the others. With --signing-key: takes the next of ' +
    'three steps. Each step is a commit that every gateway must load before the next one. Step 1 adds a ' +
    'key that only verifies. Step 2 signs with the new key and verifies with the old one. Step 3 removes ' +
    'the old key, after its tokens have expired.',
  options: {
    ...stateFolderOptions,
    application: {
      type: 'text',
      placeholder: 'NAME',
      summary: 'The application whose secret is replaced.',
      names: 'application',
    },
    sandbox: {
      type: 'flag',
      summary: 'Rotate the secret of the sandbox keys instead of the production keys.',
    },
    'signing-key': { type: 'flag', summary: 'The key that the gateway signs tokens with.' },
    retire: { type: 'flag', summary: 'Only remove the replaced secrets or keys.' },
    env: {
      type: 'text',
      placeholder: 'VARIABLE',
      summary:
        'Let gateways read the new signing key from an environment variable, and print it. Default: a file in the state folder.',
    },
  },
  alternatives: ['application', 'signing-key'],
  examples: [
    { command: 'gatewright keys rotate --application DogWalker', does: 'adds a second secret' },
    {
      command: 'gatewright keys rotate --application DogWalker --retire',
      does: 'keeps only the newest secret',
    },
    { command: 'gatewright keys rotate --signing-key', does: 'takes the next step for the signing key' },
  ],
  exitCodes: { 0: 'written', 2: 'the command could not run; nothing is declared' },
  run: rotateKeys,
};

async function rotateKeys(args: CommandArguments, io: Io): Promise<ExitCode> {
  const name = args.text('application');
  const project = await findProject(args, io);
  if (name === undefined) await rotateGatewayKey(project, args, io);
  else await rotateSecret(project, name, args, io);
  return 0;
}

async function rotateGatewayKey(project: Project, args: CommandArguments, io: Io): Promise<void> {
  if (args.flag('sandbox')) throw new CommandError('The signing key is the same for production and sandbox.');
  const variable = args.text('env');
  if (variable !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    throw new CommandError(`${JSON.stringify(variable)} is not the name of an environment variable.`);
  }
  const { rotateSigningKey } = await import('../keys/rotate-signing-key.ts');
  const stateFolder = await findStateFolder(args, io);
  await rotateSigningKey(project, { stateFolder, variable, isToRetire: args.flag('retire') }, io);
}

async function rotateSecret(project: Project, name: string, args: CommandArguments, io: Io): Promise<void> {
  const application = findApplication(await loadWorkspace(project), name);
  const keySet = args.flag('sandbox') ? 'sandbox' : 'production';
  checkSecret(application.value, keySet);
  const rotate = args.flag('retire') ? retireSecrets : addSecret;
  await rotate(project, application, keySet, io);
}

function checkSecret(application: ApplicationDeclaration, keySet: KeySetName): void {
  const { name, type, keys } = application;
  if (isPublicClient(application)) {
    throw new CommandError(`${name} is a ${type} application, which has no secret to replace.`);
  }
  if (keys?.[keySet]?.secretDigests) return;
  const flag = keySet === 'sandbox' ? ' --sandbox' : '';
  throw new CommandError(
    `The ${keySet} keys of ${name} have no secret yet.`,
    `Make one with \`gatewright keys generate --application ${name}${flag}\`.`,
  );
}
