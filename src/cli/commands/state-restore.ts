import { resolve } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { findStateFolder, stateFolderOptions } from '../state/find-state-folder.ts';
import { explainStateError } from '../state/state-parts.ts';
import { listWords } from '../views/render-counts.ts';

export const stateRestoreCommand: Command = {
  name: 'state restore',
  summary: 'Put a backup in the place of the state of a gateway that does not run.',
  details:
    'Replaces the state database, the signing key and the TLS certificates by those of a backup, and leaves all else ' +
    'in the state folder alone. Run again, it ends what was broken off. What was revoked after the backup is good ' +
    'again: set `tokensNotBefore` in the configuration to refuse the tokens from before.',
  positionals: [{ name: 'FOLDER', summary: 'what `gatewright state backup` has made', required: true }],
  options: stateFolderOptions,
  examples: [{ command: 'gatewright state restore /backup/gateway-monday', does: 'restores .gatewright' }],
  exitCodes: { 0: 'restored', 2: 'it could not run' },
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
