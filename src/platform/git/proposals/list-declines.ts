import { longestReason } from '#runtime/ports/proposals.ts';
import { declinedRefs, readRefs } from './read-refs.ts';
import type { ProposalRepository } from './repository.ts';

/** The record of a declined proposal: a commit on that of the proposal. */
export interface Decline {
  /** The commit of the proposal. */
  readonly proposal: string;
  /** The commit of the record. */
  readonly record: string;
  /** The name of the branch, without `refs/heads/`. */
  readonly branch: string;
  /** The name of the person who declined it. */
  readonly by: string;
  readonly reason: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The trailers of a record. */
export const declineTrailers = {
  by: 'Declined-By',
  branch: 'Gatewright-Branch',
  reason: 'Gatewright-Reason',
} as const;

/** The lengths in UTF-16 code units above which texts of records are cut, since others may have pushed them. */
const longest = { name: 200, branch: 1000, reason: longestReason };

const values = Object.values(declineTrailers).map((key) => `%(trailers:key=${key},valueonly)`);
const format = `--format=${['%H', '%P', '%an', '%ct', ...values].join('%x1f')}%x1e`;

/** The records that were fetched, by the commits of the proposals. What is not such a record is left out. */
export async function readDeclines(repository: ProposalRepository): Promise<ReadonlyMap<string, Decline>> {
  const refs = await readRefs(repository, declinedRefs);
  if (refs.size === 0) return new Map();
  const input = `${[...new Set(refs.values())].join('\n')}\n`;
  const text = await repository.read(['log', '--no-walk=unsorted', format, '--stdin'], { input });
  const declines = text.split('\u001E').flatMap((record) => parse(record.replace(/^\n/, '')) ?? []);
  const found = declines.filter(({ proposal, record }) => refs.get(proposal) === record);
  return new Map(found.map((decline) => [decline.proposal, decline]));
}

function parse(text: string): Decline | undefined {
  const [record = '', parents = '', name = '', at, ...trailers] = text.split('\u001F');
  const [by = '', branch = '', reason = ''] = trailers.map((value) => value.trim());
  if (by === '' || branch === '' || reason === '') return undefined;
  return {
    proposal: parents,
    record,
    branch: branch.slice(0, longest.branch),
    by: name.slice(0, longest.name),
    reason: reason.slice(0, longest.reason),
    at: Number(at) * 1000,
  };
}
