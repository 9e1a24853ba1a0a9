import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { GitRemote } from '#platform/git/git-remote.ts';
import {
  listRefs,
  readCommits,
  type ProposalCommit,
  type ProposalRefs,
} from '#platform/git/proposals/list-commits.ts';
import { hasLinks } from '#platform/git/proposals/merge-tree.ts';
import { pushRefs } from '#platform/git/proposals/push-refs.ts';
import { ProposalGitError, type ProposalRepository } from '#platform/git/proposals/repository.ts';
import { cleanName } from '#compiled/names/clean-name.ts';
import { writeCommit } from '#platform/git/proposals/write-commit.ts';
import { writePatch } from '#platform/git/proposals/write-patch.ts';
import type { DeliveredProposal, Proposer } from '#runtime/ports/proposals.ts';
import type { EngineOptions, PreparedProposal } from './engine-options.ts';
import { authorOf, branchOf, committerOf, messageOf, writeSubject } from './proposal-names.ts';

/** A branch, and the commit that it must have before the push; empty if the branch must not exist. */
interface ChosenBranch {
  /** The branch name without the prefix that all proposals share. */
  readonly name: string;
  readonly expected: string;
}

/** How many branches a person can have for one subject. */
const maxBranches = 20;

/** Commits a planned change, and pushes it or converts it to a patch. Rejects with a ProposalGitError. */
export async function deliverProposal(
  repository: ProposalRepository,
  { tree, change, preview }: PreparedProposal,
  person: Proposer,
  options: EngineOptions,
): Promise<DeliveredProposal> {
  const { target, host, clock } = options;
  const signingKey = await options.readSigningKey();
  const { title, subject, base, plan, approvers } = preview;
  const message = messageOf(title, person, { change, subject }, plan);
  const commit = await writeCommit(repository, {
    parents: [base],
    tree,
    message,
    author: authorOf(person, host),
    committer: committerOf(host),
    at: clock(),
    ...(signingKey !== undefined && { signingKey }),
  });
  const { remote } = await target.place();
  if (!target.settings || !remote) {
    const name = title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '');
    const patch = await writePatch(repository, commit);
    return { delivery: 'patch', fileName: `0001-${name.slice(0, 60)}.patch`, patch };
  }
  const proposal = { commit, title, message, person, subject };
  const pushed = await push(repository, remote, target.settings, proposal, options);
  return { ...pushed, approvers: (await hasLinks(repository, tree)) ? 'nobody' : approvers };
}

interface CommittedProposal {
  readonly commit: string;
  readonly title: string;
  readonly message: string;
  readonly person: Proposer;
  readonly subject: PreparedProposal['preview']['subject'];
}

async function push(
  repository: ProposalRepository,
  remote: GitRemote,
  settings: ProposalSettings,
  proposal: CommittedProposal,
  options: EngineOptions,
): Promise<Omit<DeliveredProposal & { readonly delivery: 'branch' }, 'approvers'>> {
  const { commit, title, message } = proposal;
  const chosen = await findBranch(repository, proposal, options);
  const branch = `${settings.branchPrefix}${chosen.name}`;
  const said = await pushRefs(repository, remote, {
    refs: [{ commit, ref: `refs/heads/${branch}`, expected: chosen.expected }],
    options: pushOptions(settings, title),
    timeoutMs: options.pushMs,
  });
  // The branch exists from here on, whether or not its review can be opened.
  const opened = await options.reviews?.open({ branch, title, body: message }, said);
  return { delivery: 'branch', branch, commit, ...opened };
}

/** The push options with which GitLab opens a review; empty for other hosts. */
function pushOptions({ host, base }: ProposalSettings, title: string): readonly string[] {
  if (host !== 'gitlab') return [];
  const options = ['create', `target=${base}`, `title=${title}`, 'remove_source_branch'];
  return options.map((option) => `merge_request.${option}`);
}

async function findBranch(
  repository: ProposalRepository,
  { person, subject }: CommittedProposal,
  { host }: EngineOptions,
) {
  const refs = await listRefs(repository);
  const name = branchOf(person, subject);
  const tips = [...refs.open].filter(([branch]) => branch.startsWith(name)).map(([, tip]) => tip);
  const commits = new Map((await readCommits(repository, tips)).map((one) => [one.commit, one]));
  const { email } = committerOf(host);
  const proposed = { proposedBy: cleanName(person.id), subject: writeSubject(subject) };
  const isOwn = (tip: string) => isProposalOf(commits.get(tip), proposed, email);
  const chosen = chooseBranch(name, refs, isOwn);
  if (chosen) return chosen;
  throw new ProposalGitError(
    'refused',
    'There are too many open proposals for this: close some of them first.',
  );
}

/**
 * Chooses the branch for a proposal: the branch that the person already has for the subject, or the next number if
 * another person has added commits to it. A branch that was merged is used again. `isOwn` gets the current commit of a
 * branch. Undefined if there are too many.
 */
export function chooseBranch(
  name: string,
  { open, merged }: Pick<ProposalRefs, 'open' | 'merged'>,
  isOwn: (commit: string) => boolean,
): ChosenBranch | undefined {
  for (let number = 1; number <= maxBranches; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const commit = open.get(branch);
    if (commit === undefined) return { name: branch, expected: '' };
    if (merged.has(branch) || isOwn(commit)) return { name: branch, expected: commit };
  }
  return undefined;
}

/** Whether a commit is a proposal that the gateway committed for this person and subject. */
function isProposalOf(
  commit: ProposalCommit | undefined,
  { proposedBy, subject }: Pick<ProposalCommit, 'proposedBy' | 'subject'>,
  committerEmail: string,
): boolean {
  return (
    commit?.proposedBy === proposedBy &&
    commit.subject === subject &&
    commit.committerEmail === committerEmail &&
    commit.parents.length === 1
  );
}
