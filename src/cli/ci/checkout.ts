import { GitMissingError, runGit } from '#platform/git/run-git.ts';
import { CommandError } from '../command-error.ts';
import { quoteForShell } from '../project/paths.ts';

/** The clone that contains a configuration. Pipelines and hooks run at its root. */
export interface Checkout {
  /** The root of the clone, as an absolute path. */
  readonly root: string;
  /** From the root to the folder of the configuration, with a `/` at its end; empty if it is the root. */
  readonly prefix: string;
  /** The branches that pull requests are merged into. */
  readonly branches: readonly string[];
}

/**
 * The clone that contains a folder, or the folder itself if it is not in a clone. Throws a CommandError if a pipeline
 * cannot name the path to the folder, or if git refuses to run.
 */
export async function findCheckout(folder: string): Promise<Checkout> {
  const root = await readGit(folder, 'rev-parse', '--show-toplevel');
  if (root === undefined) return { root: folder, prefix: '', branches: defaultBranches };
  const prefix = (await readGit(folder, 'rev-parse', '--show-prefix')) ?? '';
  // GitHub would evaluate `${{ … }}`, and a line break in a name would end the command.
  if (!/^[\p{L}\p{N}_./ @+-]*$/u.test(prefix)) {
    const help = 'Give it a name of letters, digits, dots, hyphens and underscores.';
    throw new CommandError(`A pipeline cannot name the folder ${JSON.stringify(prefix)}.`, help);
  }
  const main = await readGit(folder, 'rev-parse', '--abbrev-ref', 'origin/HEAD');
  const branches = main?.startsWith('origin/') ? [main.slice('origin/'.length)] : defaultBranches;
  return { root, prefix, branches };
}

const defaultBranches = ['main', 'master'];

/** Without git, the root of the clone is unknown, and the files would be written where no pipeline finds them. */
function untrustedRepository(folder: string): CommandError {
  const message = `git does not trust the repository of ${folder}, which belongs to another user.`;
  return new CommandError(message, 'Trust its root: `git config --global --add safe.directory FOLDER`.');
}

/**
 * The output of git; undefined if git fails or is not installed. Throws a CommandError if git does not trust the
 * repository.
 */
async function readGit(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { code, stdout, stderr } = await runGit(folder, args);
    if (/dubious ownership/.test(stderr)) throw untrustedRepository(folder);
    return code === 0 ? stdout.toString().replace(/\r?\n$/, '') : undefined;
  } catch (error) {
    if (error instanceof GitMissingError) return undefined;
    throw error;
  }
}

/** ` --config FILE` for a command that runs at the root of a clone; empty if the configuration is at the root. */
export function configArguments({ prefix }: Checkout): string {
  return prefix === '' ? '' : ` --config ${quoteForShell(`${prefix}gateway.config.yaml`)}`;
}
