import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '#platform/git/run-git.ts';
import { CommandError } from '../command-error.ts';

/** The mode of a submodule in git's index. */
const submodule = '160000';

interface IndexEntry {
  readonly isSkipped: boolean;
  readonly mode: string;
  /** The path relative to the examined folder. */
  readonly path: string;
}

/**
 * The submodules below a folder of a working tree. Throws a CommandError if files are missing on disk because the clone
 * is sparse, since they would count as removed.
 */
export async function examineWorkingTree(folder: string): Promise<readonly string[]> {
  const entries = await listIndex(folder);
  const missing = await findMissing(folder, entries);
  if (missing !== undefined) throw notCheckedOut(missing);
  return entries.filter(({ mode }) => mode === submodule).map(({ path }) => path);
}

function notCheckedOut(path: string): CommandError {
  const message = `This clone is sparse: ${path} is not checked out, and would look like a removed file.`;
  const help =
    'Compare a commit instead: `gatewright plan --head HEAD`; or check out all files: `git sparse-checkout disable`.';
  return new CommandError(message, help);
}

/** The output of `git ls-files -t --stage -z`: `H 100644 ID 0<tab>PATH`, with S instead of H for skipped files. */
async function listIndex(folder: string): Promise<readonly IndexEntry[]> {
  const { code, stdout, stderr } = await runGit(folder, ['ls-files', '-t', '--stage', '-z']);
  if (code !== 0) throw new Error(`git ls-files failed: ${stderr}`);
  const records = stdout.toString().split('\0').slice(0, -1);
  return records.map((record) => {
    const [tag, mode = ''] = record.split(' ', 2);
    return { isSkipped: tag === 'S', mode, path: record.slice(record.indexOf('\t') + 1) };
  });
}

/** The first missing file that could contain declarations; other files may be missing, as intended in a sparse clone. */
async function findMissing(folder: string, entries: readonly IndexEntry[]): Promise<string | undefined> {
  for (const { isSkipped, path } of entries) {
    if (!isSkipped || !/\.(?:ya?ml|json)$/i.test(path)) continue;
    const exists = await access(join(folder, path)).then(
      () => true,
      () => false,
    );
    if (!exists) return path;
  }
  return undefined;
}
