import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

/** There is no git to ask. */
export class GitMissingError extends Error {
  override readonly name = 'GitMissingError';
}

interface GitResult {
  /** The exit code. */
  readonly code: number;
  readonly stdout: Buffer;
  /** In English. */
  readonly stderr: string;
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Runs git in a folder, and gives all that it writes. Rejects with a GitMissingError where there is no git. */
export async function runGit(folder: string, words: readonly string[]): Promise<GitResult> {
  const child = startGit(folder, words);
  child.stdin.end();
  const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), text(child.stderr), endOf(child)]);
  return { code, stdout, stderr };
}

/** What a hook of git tells its children of the repository that it is for, which need not be that of the folder. */
const ofAnotherRepository = new Set([
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
]);

/** Starts git in a folder; nothing that it is asked for takes a lock or asks for a password. */
export function startGit(folder: string, words: readonly string[]): GitProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !ofAnotherRepository.has(name));
  const quiet = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
  return spawn('git', ['--no-pager', '-c', 'core.quotePath=false', ...words], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...quiet },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** The exit code, once all is written. Rejects with a GitMissingError where git could not be started. */
export function endOf(child: GitProcess): Promise<number> {
  // What cannot be written to a process that has ended is told by its exit code.
  child.stdin.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('close', (code) => resolve(code ?? 1));
    child.on('error', (cause) => reject(new GitMissingError('git cannot be started', { cause })));
  });
}
