import { resolve } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { findStateFolder, stateFolderOptions } from '../state/find-state-folder.ts';
import { explainStateError } from '../state/state-parts.ts';
import { listWords } from '../views/render-counts.ts';

export const stateBackupCommand: Command = {
  name: 'state backup',
  summary: 'Copy the state of a gateway, which may run meanwhile, into a new folder.',
  details:
    'Copies the state database as it is at one moment, and with it the signing key and the TLS certificates that the ' +
    'gateway has made for itself. The folder is as secret as they are, and only its owner can look into it. State that ' +
    'is kept in Redis is not in it: back that up with the means of Redis.',
  positionals: [{ name: 'FOLDER', summary: 'the folder to make, which must not exist yet', required: true }],
  options: stateFolderOptions,
  examples: [
    { command: 'gatewright state backup /backup/gateway-monday', does: 'backs up .gatewright' },
    {
      command: 'gatewright state backup backup --state-dir /var/lib/gatewright',
      does: 'backs up another state folder',
    },
  ],
  exitCodes: { 0: 'backed up', 2: 'it could not run; no folder is made' },
  run: backUp,
};

async function backUp(args: CommandArguments, io: Io): Promise<ExitCode> {
  const [written = ''] = args.positionals;
  const stateFolder = await findStateFolder(args, io);
  const { backUpState } = await import('../state/back-up-state.ts');
  const copied = await explainStateError(backUpState(stateFolder, resolve(io.cwd, written)));
  io.stdout.write(`Backed up ${listWords(copied, 'and')} to ${written}.\n`);
  return 0;
}
