import { baseRef } from './fetch-refs.ts';
import type { ProposalRepository } from './repository.ts';

/** How a commit changes a file: the id of its new content, of zeros only if the commit deletes it. */
export interface ChangedContent {
  readonly path: string;
  readonly content: string;
}

/** A commit of the base, in the order of the base. */
export interface BaseCommit {
  readonly commit: string;
  readonly changes: readonly ChangedContent[];
}

/** How many commits of the base are read at most, the newest ones. */
const maxCommits = 20_000;

const plain = ['--raw', '-r', '-z', '--no-abbrev', '--no-renames'];

/**
 * The commits of the base after a known one, the oldest first, each with all that it brings into the base. All since
 * `sinceMs` if none is known, or if the base does not contain the known one any more.
 */
export async function readBaseHistory(
  repository: ProposalRepository,
  known: string | undefined,
  sinceMs: number,
): Promise<{ readonly commits: readonly BaseCommit[]; readonly continues: boolean }> {
  const continues = known !== undefined && (await contains(repository, known));
  const range = continues ? [`${known}..${baseRef}`] : [`--since=${Math.floor(sinceMs / 1000)}`, baseRef];
  const words = ['log', '--first-parent', '-m', '--reverse', `--max-count=${maxCommits}`, ...plain];
  const text = await repository.read([...words, '--format=%x1e%H', ...range]);
  return { commits: readRecords(text), continues };
}

async function contains(repository: ProposalRepository, commit: string): Promise<boolean> {
  return (await repository.run(['merge-base', '--is-ancestor', commit, baseRef])).code === 0;
}

/** What commits change in comparison with their first parents, by commit. */
export async function readChanges(
  repository: ProposalRepository,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly ChangedContent[]>> {
  if (commits.length === 0) return new Map();
  const input = `${commits.join('\n')}\n`;
  const words = ['log', '--no-walk=unsorted', '--first-parent', '-m', ...plain, '--format=%x1e%H', '--stdin'];
  const records = readRecords(await repository.read(words, { input }));
  return new Map(records.map(({ commit, changes }) => [commit, changes]));
}

function readRecords(text: string): readonly BaseCommit[] {
  return text
    .split('\u001E')
    .slice(1)
    .map((record) => {
      const [commit = '', ...parts] = record.split('\0').map((part) => part.replace(/^\n/, ''));
      return { commit, changes: readContents(parts) };
    });
}

/** Each change is two parts: its modes, ids and status, and its path. */
function readContents(parts: readonly string[]): readonly ChangedContent[] {
  const starts = [...parts.keys()].filter((index) => parts[index]?.startsWith(':'));
  return starts.map((index) => ({
    path: parts[index + 1] ?? '',
    content: parts[index]?.split(' ')[3] ?? '',
  }));
}
