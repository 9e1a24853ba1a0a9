import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A repository with many files is not packed meanwhile: a clone of it could miss what is moved. */
const settings = [
  'user.name=Ada',
  'user.email=ada@example.edu',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/** Runs git in a folder, without the user's configuration, and returns its output. */
export async function git(folder: string, ...words: readonly string[]): Promise<string> {
  return runGit(folder, words, {});
}

/** Like `git`, with a date for the commits that it makes, in seconds since 1970. */
export async function gitAt(seconds: number, folder: string, ...words: readonly string[]): Promise<string> {
  return runGit(folder, words, { GIT_COMMITTER_DATE: `@${seconds} +0000` });
}

async function runGit(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)('git', [...settings, ...words], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...variables,
    },
  });
  return stdout.trim();
}

/** Makes a repository of a folder; its branch is called main. */
export async function makeRepository(folder: string): Promise<void> {
  await git(folder, 'init', '--quiet', '--initial-branch=main');
}

/** Commits all files of a folder, and returns the id of the commit. */
export async function commitAll(folder: string, message = 'change'): Promise<string> {
  await git(folder, 'add', '--all', '--force');
  await git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  return git(folder, 'rev-parse', 'HEAD');
}
