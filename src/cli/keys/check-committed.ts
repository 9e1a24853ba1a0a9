import { GitMissingError, runGit } from '#platform/git/run-git.ts';
import { CommandError } from '../command-error.ts';
import type { Project } from '../project/project.ts';

/**
 * Throws a CommandError if the configuration has changes that are in no commit, since two steps of a rotation in one
 * would make gateways refuse each other's tokens. Outside a repository this is unknown.
 */
export async function checkCommitted({ root, configFile, show }: Project): Promise<void> {
  const changes = await askGit(root, ['status', '--porcelain', '--', configFile]);
  if (changes === undefined || changes.output === '') return;
  throw new CommandError(
    `${show(configFile)} has changes that are not committed.`,
    'Each step of a rotation is a separate commit, which every gateway must load before the next one.',
  );
}

/** Whether git would take a file, an absolute path, into a commit. */
export async function isUpForCommit(root: string, file: string): Promise<boolean> {
  const inside = await askGit(root, ['rev-parse', '--is-inside-work-tree']);
  if (inside === undefined) return false;
  return (await askGit(root, ['check-ignore', '--quiet', '--', file], [0, 1]))?.code === 1;
}

/** Git's output; undefined if git is not installed or this is not a repository. */
async function askGit(root: string, words: readonly string[], expected: readonly number[] = [0]) {
  try {
    const { code, stdout } = await runGit(root, words);
    return expected.includes(code) ? { code, output: stdout.toString().trim() } : undefined;
  } catch (error) {
    if (error instanceof GitMissingError) return undefined;
    throw error;
  }
}
