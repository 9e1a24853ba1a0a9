import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../../platform/git/run-git.ts';
import { CommandError } from '../command-error.ts';

/** The mode of a submodule in git's index. */
const submodule = '160000';

interface IndexEntry {
  readonly isSkipped: boolean;
  readonly mode: string;
  /** Relative to the folder that was asked for. */
  readonly path: string;
}

/**
 * The submodules below a folder of a working tree. Throws a CommandError where files are not on disk though nobody has
 * removed them, which would count as removed.
 */
export async function examineWorkingTree(folder: string): Promise<readonly string[]> {
  const entries = await listIndex(folder);
  const missing = await findMissing(folder, entries);
  if (missing !== undefined) throw notCheckedOut(missing);
  return entries.filter(({ mode }) => mode === submodule).map(({ path }) => path);
}

function notCheckedOut(path: string): CommandError {
  const message = `This clone is sparse: ${path} is not checked out, and would seem to be removed.`;
  const help =
    'Compare a commit instead: `gatewright plan --head HEAD`; or check all out: `git sparse-checkout disable`.';
  return new CommandError(message, help);
}

/** As `git ls-files -t --stage -z` writes it: `H 100644 ID 0<tab>PATH`, with an S in front of what is skipped. */
async function listIndex(folder: string): Promise<readonly IndexEntry[]> {
  const { code, stdout, stderr } = await runGit(folder, ['ls-files', '-t', '--stage', '-z']);
  if (code !== 0) throw new Error(`git ls-files failed: ${stderr}`);
  const records = stdout.toString().split('\0').slice(0, -1);
  return records.map((record) => {
    const [tag, mode = ''] = record.split(' ', 2);
    return { isSkipped: tag === 'S', mode, path: record.slice(record.indexOf('\t') + 1) };
  });
}

/** The first file that could declare something; that others are left out is what a sparse clone is for. */
async function findMissing(folder: string, entries: readonly IndexEntry[]): Promise<string | undefined> {
  for (const { isSkipped, path } of entries) {
    if (!isSkipped || !/\.(?:ya?ml|json)$/i.test(path)) continue;
    const isThere = await access(join(folder, path)).then(
      () => true,
      () => false,
    );
    if (!isThere) return path;
  }
  return undefined;
}
