import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Git is not installed. */
export class GitMissingError extends Error {
  override readonly name = 'GitMissingError';
}

interface GitResult {
  /** The exit code, see `endOf`. */
  readonly code: number;
  readonly stdout: Buffer;
  /** The end of its error output, in English. */
  readonly stderr: string;
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

export interface GitOptions {
  /** Variables added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Its standard input; nothing by default. */
  readonly input?: string | Buffer;
  /** Kills git and everything that it has started. */
  readonly signal?: AbortSignal;
}

/**
 * Runs git in a folder, and returns its output and the end of its error output. Rejects with a GitMissingError if git
 * is not installed, and with the reason of the signal if the signal is aborted.
 */
export async function runGit(
  folder: string,
  words: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  options.signal?.throwIfAborted();
  const child = startGit(folder, words, options);
  child.stdin.end(options.input);
  const kill = () => killAll(child);
  options.signal?.addEventListener('abort', kill);
  try {
    const written = [buffer(child.stdout), lastOf(child.stderr), endOf(child)] as const;
    const [stdout, stderr, code] = await Promise.all(written);
    return { code, stdout, stderr };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', kill);
  }
}

/** The maximum length of the error output, since a server can make git print any amount of text. */
const maxStderrLength = 16_384;

async function lastOf(stream: Readable): Promise<string> {
  let last = '';
  for await (const chunk of stream.setEncoding('utf8'))
    last = `${last}${String(chunk)}`.slice(-maxStderrLength);
  return last;
}

/**
 * Kills git and its process group. Also closes the pipes, since child processes that have left the group would
 * continue.
 */
function killAll({ pid, stdout, stderr }: GitProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
  const ended = new Error('git was ended');
  stdout.destroy(ended);
  stderr.destroy(ended);
}

/**
 * Variables that git does not inherit. A git hook passes its repository to child processes with them, but the folder
 * may belong to another repository.
 */
const ofAnotherRepository = new Set([
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  // It would prompt for a password in a window.
  'SSH_ASKPASS',
]);

/** Starts git in a folder, without optional locks or password prompts. */
export function startGit(
  folder: string,
  words: readonly string[],
  { environment, signal }: GitOptions = {},
): GitProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !ofAnotherRepository.has(name));
  const quiet = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
  return spawn('git', ['--no-pager', '-c', 'core.quotePath=false', ...words], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...quiet, ...environment },
    // A separate process group can be ended as a whole, and has no terminal where ssh could prompt for a password.
    detached: signal !== undefined,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/**
 * Resolves to the exit code once all output is written: of a process that a signal ended, 128 and the number of the
 * signal, as in a shell. Rejects with a GitMissingError if git could not be started.
 */
export function endOf(child: GitProcess): Promise<number> {
  // A failed write to an ended process is reported by its exit code.
  child.stdin.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    child.on('error', (cause) => reject(new GitMissingError('git cannot be started', { cause })));
  });
}

/** Whether a code is that of a process that was ended from outside; 129 is also that of a wrong use of git. */
export function isOfSignal(code: number): boolean {
  return code > 129 && code < 192;
}
