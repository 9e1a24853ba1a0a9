import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../files/private-files.ts';
import { environmentOf, type GitRemote } from '../git-remote.ts';
import { GitMissingError, isOfSignal, runGit } from '../run-git.ts';
import { settings } from '../untrusted-repository.ts';

/** Git failed; the message is one sentence without credentials. */
export class ProposalGitError extends Error {
  override readonly name = 'ProposalGitError';
  /**
   * `unreachable`: the remote did not respond in time. `refused`: it did not accept the push. `moved`: see
   * `pushRefs`. `unavailable`: the gateway cannot complete the task.
   */
  readonly reason: 'unreachable' | 'refused' | 'moved' | 'unavailable';

  constructor(reason: ProposalGitError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface RunOptions {
  readonly input?: string | Buffer;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

interface RunResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A repository for writing commits, without a work tree and without a shared index. */
export interface ProposalRepository {
  /** The folder of the repository itself. */
  readonly gitFolder: string;
  /** The folder for files that exist only during a call; only its owner can read it. */
  readonly scratchFolder: string;
  /** Runs git. Rejects with a ProposalGitError if it takes too long, is not installed, or is ended by the system. */
  run(words: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Runs git, and returns its output. Rejects with a ProposalGitError if it fails. */
  read(words: readonly string[], options?: RunOptions): Promise<string>;
}

export interface RepositoryPlace {
  readonly gitFolder: string;
  readonly scratchFolder: string;
  /** Needed to fetch and push. */
  readonly remote?: GitRemote;
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
}

const endedBySystem = 'Git was ended by the system of the gateway. Try again.';

/** How long git may take if no remote is involved, in milliseconds. */
const localMs = 60_000;

/** Opens an existing repository. */
export function useRepository(place: RepositoryPlace): ProposalRepository {
  const { gitFolder, scratchFolder, remote, stop } = place;
  const base = {
    ...(remote && environmentOf(remote, process.env)),
    GIT_LITERAL_PATHSPECS: '1',
    GIT_CEILING_DIRECTORIES: dirname(gitFolder),
    ...place.environment,
  };
  const run = async (words: readonly string[], options: RunOptions = {}): Promise<RunResult> => {
    const { input, environment, timeoutMs = localMs } = options;
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([stop, limit]);
    try {
      const result = await runGit(gitFolder, [...settings, `--git-dir=${gitFolder}`, ...words], {
        environment: { ...base, ...environment },
        signal,
        ...(input !== undefined && { input }),
      });
      // Such as for want of memory. No code of it answers what git was run for.
      if (isOfSignal(result.code)) throw new ProposalGitError('unavailable', endedBySystem);
      return result;
    } catch (error) {
      if (error instanceof ProposalGitError) throw error;
      if (error instanceof GitMissingError)
        throw new ProposalGitError('unavailable', 'git is not installed on the gateway.');
      if (stop.aborted) throw new ProposalGitError('unavailable', 'The gateway is closing.');
      if (!limit.aborted) throw error;
      const seconds = timeoutMs / 1000;
      throw new ProposalGitError('unreachable', `The repository has not answered within ${seconds} seconds.`);
    }
  };
  const read = async (words: readonly string[], options?: RunOptions): Promise<string> => {
    const { code, stdout, stderr } = await run(words, options);
    if (code === 0) return stdout.toString();
    throw new Error(`git ${words[0] ?? ''} failed: ${stderr.slice(0, 500)}`);
  };
  return { gitFolder, scratchFolder, run, read };
}

/** Creates the repository for fetched proposals, unless it exists. */
export async function makeRepository(place: RepositoryPlace): Promise<void> {
  const { gitFolder } = place;
  await makePrivateFolder(gitFolder);
  const repository = useRepository(place);
  const { code } = await repository.run(['rev-parse', '--git-dir']);
  if (code !== 0) await repository.read(['init', '--quiet', '--bare', '--template=', gitFolder]);
}

/**
 * Runs `work` in a repository that writes new objects to a temporary folder. The folder is removed afterwards, so that
 * nothing that users write remains.
 */
export async function inScratch<Result>(
  place: RepositoryPlace,
  work: (repository: ProposalRepository) => Promise<Result>,
): Promise<Result> {
  const objects = join(place.scratchFolder, 'objects');
  try {
    await makePrivateFolder(objects);
    const words = ['rev-parse', '--path-format=absolute', '--git-path', 'objects'];
    const known = (await useRepository(place).read(words)).trim();
    const environment = {
      GIT_OBJECT_DIRECTORY: objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(known),
    };
    return await work(useRepository({ ...place, environment }));
  } finally {
    await rm(place.scratchFolder, { recursive: true, force: true });
  }
}
