import { resolve } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { findStateFolder, stateFolderOptions } from '../state/find-state-folder.ts';
import { explainStateError } from '../state/state-parts.ts';
import { listWords } from '../views/render-counts.ts';

export const stateRestoreCommand: Command = {
  name: 'state restore',
  summary: 'Restore the state of a stopped gateway from a backup.',
  details:
    'Replaces the state database, the signing key and the TLS certificates with those of a backup, and ' +
    'keeps all other files of the state folder. If it was interrupted, run it again. Tokens that were ' +
    'revoked after the backup become valid again: to refuse them, set `tokensNotBefore` in the ' +
    'configuration.',
  positionals: [
    { name: 'FOLDER', summary: 'a folder made by `gatewright state backup`', required: true, isPath: true },
  ],
  options: stateFolderOptions,
  examples: [{ command: 'gatewright state restore /backup/gateway-monday', does: 'restores .gatewright' }],
  exitCodes: { 0: 'restored', 2: 'the command could not run' },
  run: restore,
};

async function restore(args: CommandArguments, io: Io): Promise<ExitCode> {
  const [written = ''] = args.positionals;
  const stateFolder = await findStateFolder(args, io);
  const { restoreState } = await import('../state/restore-state.ts');
  const restored = await explainStateError(restoreState(resolve(io.cwd, written), stateFolder));
  io.stdout.write(`Restored ${listWords(restored, 'and')} from ${written}.\n`);
  return 0;
}
