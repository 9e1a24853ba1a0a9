import { resolve } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { findStateFolder, stateFolderOptions } from '../state/find-state-folder.ts';
import { explainStateError } from '../state/state-parts.ts';
import { listWords } from '../views/render-counts.ts';

export const stateBackupCommand: Command = {
  name: 'state backup',
  summary: 'Back up the state of a gateway, even while it runs, to a new folder.',
  details:
    'Copies a consistent snapshot of the state database, and the signing key and TLS certificates that the ' +
    'gateway generated. The backup contains secrets, so only its owner can read the folder. State in Redis ' +
    "is not included: back it up with Redis's own tools.",
  positionals: [
    { name: 'FOLDER', summary: 'the folder to create; it must not exist yet', required: true, isPath: true },
  ],
  options: stateFolderOptions,
  examples: [
    { command: 'gatewright state backup /backup/gateway-monday', does: 'backs up .gatewright' },
    {
      command: 'gatewright state backup backup --state-dir /var/lib/gatewright',
      does: 'backs up another state folder',
    },
  ],
  exitCodes: { 0: 'backed up', 2: 'the command could not run; no folder is created' },
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
