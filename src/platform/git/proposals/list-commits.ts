import { baseRef } from './fetch-refs.ts';
import { openRefs, readRefs } from './read-refs.ts';
import type { ProposalRepository } from './repository.ts';

/** A commit of a proposal, with the values of its trailers. */
export interface ProposalCommit {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly authorEmail: string;
  readonly committerEmail: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly title: string;
  readonly proposedBy: string;
  readonly subject: string;
  readonly planDigest: string;
  /** The kind of the change, such as `subscription_added`; empty in proposals of older gateways. */
  readonly change: string;
  /** The API versions whose subscriptions change, unless the subject names one. */
  readonly apis: readonly string[];
}

/** The open proposals by their names on the remote, without the common prefix. */
export interface ProposalRefs {
  readonly open: ReadonlyMap<string, string>;
  /** The names of those that the base contains. */
  readonly merged: ReadonlySet<string>;
}

/** Those of the last fetch. */
export async function listRefs(repository: ProposalRepository): Promise<ProposalRefs> {
  const [open, merged] = await Promise.all([readRefs(repository, openRefs), listMerged(repository)]);
  return { open, merged };
}

/** The names of open proposals that the base contains. */
export async function listMerged(repository: ProposalRepository): Promise<ReadonlySet<string>> {
  return new Set((await readRefs(repository, openRefs, [`--merged=${baseRef}`])).keys());
}

const fields = [
  '%H',
  '%P',
  '%an',
  '%ae',
  '%ce',
  '%ct',
  '%s',
  '%(trailers:key=Proposed-By,valueonly)',
  '%(trailers:key=Gatewright-Subject,valueonly)',
  '%(trailers:key=Gatewright-Plan-Digest,valueonly)',
  '%(trailers:key=Gatewright-Change,valueonly)',
  '%(trailers:key=Gatewright-Api,valueonly)',
];
const format = `--format=${fields.join('%x1f')}%x1e`;

/** The given commits that have the trailers of a proposal; all others are omitted. */
export async function readCommits(
  repository: ProposalRepository,
  commits: readonly string[],
): Promise<readonly ProposalCommit[]> {
  if (commits.length === 0) return [];
  const input = `${[...new Set(commits)].join('\n')}\n`;
  return parse(await repository.read(['log', '--no-walk=unsorted', format, '--stdin'], { input }));
}

/** The proposals that were merged into the base since `sinceMs`: as they are, or as one commit with their message. */
export async function readMerged(
  repository: ProposalRepository,
  sinceMs: number,
): Promise<readonly ProposalCommit[]> {
  const since = `--since=${Math.floor(sinceMs / 1000)}`;
  const words = ['log', format, since, '--grep=^Gatewright-Plan-Digest: ', baseRef];
  return parse(await repository.read(words));
}

function parse(text: string): readonly ProposalCommit[] {
  return text
    .split('\u001E')
    .map((record) => record.replace(/^\n/, '').split('\u001F'))
    .flatMap(
      ([
        commit = '',
        parents = '',
        author = '',
        authorEmail = '',
        committerEmail = '',
        at,
        title = '',
        ...trailers
      ]) => {
        const [proposedBy = '', subject = '', planDigest = '', change = ''] = trailers.map(lastLine);
        const apis = linesOf(trailers[4] ?? '');
        if (proposedBy === '') return [];
        const known = {
          commit,
          parents: parents.split(' ').filter(Boolean),
          author,
          authorEmail,
          committerEmail,
          title,
        };
        return [{ ...known, at: Number(at) * 1000, proposedBy, subject, planDigest, change, apis }];
      },
    );
}

/** The last value of a trailer, which a squash of several commits may repeat. */
function lastLine(text: string): string {
  return linesOf(text).at(-1) ?? '';
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
