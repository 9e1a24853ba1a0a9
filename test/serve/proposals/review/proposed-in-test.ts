import { mkdir, writeFile } from 'node:fs/promises';
import {
  isProposalProblem,
  type DisplayedMerge,
  type PreviewedMerge,
  type Proposer,
} from '#runtime/ports/proposals.ts';
import type { ProposalEngine } from '#serve/proposals/proposal-engine.ts';
import { git } from '../../../platform/git-in-test.ts';
import { ada, eve, openEngineInTest, sources, subscribe } from '../engine-in-test.ts';

export const ownFile = 'apis/dog_park/v1/subscriptions/kennel_sync.yaml';

/** Does not own what eve changes, but an API that she subscribes to. */
export const bob: Proposer = {
  id: 'user:bob',
  name: 'Bob',
  email: undefined,
  identity: { subject: 'user:bob', username: 'bob', emails: [], provider: 'users', groups: [] },
};

export const withBob: Readonly<Record<string, string>> = {
  ...sources,
  'users/bob.yaml': (sources['users/ada.yaml'] ?? '').replaceAll('ada', 'bob'),
  'teams.yaml': (sources['teams.yaml'] ?? '').replace('members: [ada]', 'members: [ada, bob]'),
};

/** A repository in which eve has proposed a subscription to an API of ada's and bob's team. */
export async function proposeSubscription(
  given: Parameters<typeof openEngineInTest>[0] = { merge: true },
  files = withBob,
) {
  const origin = await openEngineInTest(given, files);
  const delivered = await origin.engine.propose(subscribe, eve, origin.first);
  if (isProposalProblem(delivered) || delivered.delivery === 'patch') throw new Error('not delivered');
  return { ...origin, branch: delivered.branch, commit: delivered.commit };
}

export async function readMerge(
  engine: ProposalEngine,
  branch: string,
  person = ada,
): Promise<PreviewedMerge> {
  const answer = await engine.reviews.read(branch, person);
  if (isProposalProblem(answer) || typeof answer.merge !== 'object')
    throw new Error(`there is no merge: ${JSON.stringify(answer)}`);
  return answer.merge;
}

/** What a page displays to a person. */
export async function display(engine: ProposalEngine, branch: string, person = ada): Promise<DisplayedMerge> {
  const answer = await engine.reviews.read(branch, person);
  if (isProposalProblem(answer) || typeof answer.merge !== 'object') throw new Error('there is no merge');
  const { proposal, merge } = answer;
  return { branch, commit: proposal.commit, base: merge.base, plan: merge.plan?.digest ?? '' };
}

/** The address that the gateway commits with, which nobody is kept from using. */
const gatewright = 'gatewright@store.example.edu';

/** Commits files to a branch of the remote as somebody who may push there, and pretends to be the gateway. */
export async function pushTo(
  { work, bare }: { readonly work: string; readonly bare: string },
  branch: string,
  files: Readonly<Record<string, string | Buffer>>,
  options: readonly string[] = [],
  committer = gatewright,
) {
  await git(work, 'fetch', '-q', bare, branch);
  await git(work, 'checkout', '-q', '-B', 'pushed', 'FETCH_HEAD');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(`${work}/${path}`.replace(/\/[^/]+$/, ''), { recursive: true });
    await writeFile(`${work}/${path}`, text);
  }
  await git(work, 'add', '-A');
  const identity = ['-c', 'user.name=Gatewright', '-c', `user.email=${committer}`];
  await git(work, ...identity, 'commit', '-q', ...(options.length === 0 ? ['-m', 'More'] : options));
  await git(work, 'push', '-q', '--force', bare, `pushed:refs/heads/${branch}`);
  await git(work, 'checkout', '-q', 'main');
}
