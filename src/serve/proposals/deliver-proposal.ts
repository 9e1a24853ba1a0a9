import type { ProposalSettings } from '../../compiled/settings/store-settings.ts';
import type { GitRemote } from '../../platform/git/git-remote.ts';
import { listRefs, readCommits } from '../../platform/git/proposals/list-commits.ts';
import { pushBranch } from '../../platform/git/proposals/push-branch.ts';
import { ProposalGitError, type ProposalRepository } from '../../platform/git/proposals/repository.ts';
import { cleanName, writeCommit } from '../../platform/git/proposals/write-commit.ts';
import { writePatch } from '../../platform/git/proposals/write-patch.ts';
import type { DeliveredProposal, ProposalLink, Proposer } from '../../runtime/ports/proposals.ts';
import { chooseBranch, isProposalOf } from './choose-branch.ts';
import { openPullRequest } from './hosts/github-pull-request.ts';
import { compareLink, reportedReview } from './hosts/review-link.ts';
import type { EngineOptions, PreparedProposal } from './engine-options.ts';
import { authorOf, branchOf, committerOf, messageOf } from './proposal-names.ts';

/** Commits a planned change, and pushes it or makes a patch of it. Rejects with a ProposalGitError. */
export async function deliverProposal(
  repository: ProposalRepository,
  { tree, preview }: PreparedProposal,
  person: Proposer,
  options: EngineOptions,
): Promise<DeliveredProposal> {
  const { target, host, clock } = options;
  const signingKey = await options.readSigningKey();
  const { title, subject, base, plan } = preview;
  const message = messageOf(title, person, subject, plan?.digest ?? '');
  const commit = await writeCommit(repository, {
    parent: base,
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
  return push(repository, remote, target.settings, proposal, options);
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
): Promise<DeliveredProposal> {
  const { commit, title } = proposal;
  const chosen = await findBranch(repository, proposal, options);
  const branch = `${settings.branchPrefix}${chosen.name}`;
  const way = wayOf(settings, branch, title);
  const expected = settings.host === 'gitea' ? undefined : chosen.expected;
  const timeoutMs = options.pushMs;
  const said = await pushBranch(repository, remote, { commit, ...way, expected, timeoutMs });
  const link = await findLink(settings, said, { ...proposal, branch }, options);
  return { delivery: 'branch', branch, commit, ...(link && { link }) };
}

/** Where a host takes a proposal, and what it has to know of it. */
function wayOf(settings: ProposalSettings, branch: string, title: string) {
  const { host, base } = settings;
  if (host === 'gitea')
    return { ref: `refs/for/${base}`, options: [`topic=${branch}`, `title=${title}`, 'force-push=true'] };
  const ref = `refs/heads/${branch}`;
  if (host !== 'gitlab') return { ref, options: [] };
  const asked = ['create', `target=${base}`, `title=${title}`, 'remove_source_branch'];
  return { ref, options: asked.map((option) => `merge_request.${option}`) };
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
  const isOwn = (tip: string) => isProposalOf(commits.get(tip), cleanName(person.id), email);
  const chosen = chooseBranch(name, refs, isOwn);
  if (chosen) return chosen;
  throw new ProposalGitError(
    'refused',
    'There are too many open proposals for this: close some of them first.',
  );
}

/** A branch that was pushed is there, whatever becomes of the link. */
async function findLink(
  settings: ProposalSettings,
  said: string,
  { branch, title, message }: CommittedProposal & { readonly branch: string },
  { readToken }: EngineOptions,
): Promise<ProposalLink | undefined> {
  const token = settings.host === 'github' ? await readToken() : undefined;
  const opened =
    token === undefined
      ? undefined
      : await openPullRequest(settings, token, { branch, title, body: message });
  return opened ?? reportedReview(settings, said) ?? compareLink(settings, branch);
}
