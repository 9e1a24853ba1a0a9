import {
  type ChangePlanner,
  BrokenBaseError,
  type PlanBase,
  type WantedMerge,
} from '#pipeline/plan-change.ts';
import { diffTrees } from '#platform/git/proposals/fetch-refs.ts';
import { readCommits, type ProposalCommit } from '#platform/git/proposals/list-commits.ts';
import { hasLinks, mergeTree, readChangedTexts } from '#platform/git/proposals/merge-tree.ts';
import { inScratch, type ProposalRepository } from '#platform/git/proposals/repository.ts';
import {
  isProposedBy,
  type ApprovalRefusal,
  type PreviewedMerge,
  type Proposal,
  type Proposer,
  type ReviewedProposal,
} from '#runtime/ports/proposals.ts';
import { longestDiff, type EngineOptions } from '../engine-options.ts';
import { folderOf, isMadeByGateway } from '../proposal-names.ts';
import { shortenLines } from '../shorten-lines.ts';
import { obstacleOf, toFindingsOfMerge, toPlan } from '../to-preview.ts';

/** The base that merges are planned on. */
export interface MergeBase {
  /** The commit that was fetched last. */
  readonly commit: string;
  /** Calls `plan` with the base as the planner needs it. */
  readonly planOn: <Planned>(
    plan: (planner: ChangePlanner, planBase: PlanBase) => Promise<Planned>,
  ) => Promise<Planned>;
}

/** A merge whose git objects exist. */
export interface PreparedMerge {
  readonly repository: ProposalRepository;
  readonly tree: string;
  readonly preview: PreviewedMerge;
}

/** Why a proposal cannot be merged, or its merge not be shown. */
export type Unmergeable = Exclude<ReviewedProposal['merge'], PreviewedMerge | undefined>;

/** More than a person reviews in the store; no form changes as many files. */
const limits = { files: 200, bytes: 64 * 1024 ** 2 };

/**
 * Merges an open proposal into the base without a commit, and calls `work` while the git objects exist. Returns why there
 * is nothing to show otherwise. Rejects with a ProposalGitError.
 */
export async function withMerge<Result>(
  { options, base }: { readonly options: EngineOptions; readonly base: MergeBase },
  proposal: Proposal,
  person: Proposer,
  work: (merge: PreparedMerge) => Promise<Result>,
): Promise<Result | Unmergeable> {
  const { target } = options;
  return inScratch(await target.place(), async (repository): Promise<Result | Unmergeable> => {
    const merged = await mergeTree(repository, base.commit, proposal.commit);
    if ('conflicts' in merged) return 'conflict';
    const { tree } = merged;
    const texts = await readChangedTexts(repository, base.commit, tree, limits);
    if (typeof texts === 'string') return texts;
    const prefix = target.below === '' ? '' : `${target.below}/`;
    if ([...texts.keys()].some((path) => !path.startsWith(prefix))) return 'not_own';
    const files = Object.fromEntries([...texts].map(([path, text]) => [path.slice(prefix.length), text]));
    const { subject } = proposal;
    const replaced = subject?.aspect === 'definition' ? subject.api : undefined;
    const [commit] = await readCommits(repository, [proposal.commit]);
    const author = namesOfAuthor(proposal, commit, person);
    const planned = await planMerge({ options, base }, { files, replaced, author }, person);
    if (typeof planned === 'string') return planned;
    const { share, approvers, ...effect } = planned;
    if (!share.maySee) return 'not_own';
    const findings = toFindingsOfMerge(effect.diagnostics, commit?.change ?? '', target.below);
    const plan = toPlan(effect, target.below);
    const evaluated = { repository, tree, options, base: base.commit, share, commit };
    const flaw = await findFlaw(evaluated, proposal);
    const refused = findRefusal(evaluated, flaw, proposal, person);
    const diff = await diffTrees(repository, base.commit, tree);
    return work({
      repository,
      tree,
      preview: {
        base: base.commit,
        diff: shortenLines(withoutDigests(diff)).slice(0, longestDiff),
        findings,
        ...(plan && { plan }),
        obstacle: obstacleOf(findings, plan),
        ...(refused && { refused }),
        approvers: flaw ? 'nobody' : approvers,
      },
    });
  });
}

/** Replaces the digests of secrets: whoever approves a change does not need them, and a page may be left open. */
function withoutDigests(diff: string): string {
  return diff.replaceAll(/\bsha256:[0-9a-f]{64}\b/g, 'sha256:…');
}

type PlannedMerge = Awaited<ReturnType<ChangePlanner['planMerge']>>;

async function planMerge(
  { options: { timeWork, clock }, base }: { readonly options: EngineOptions; readonly base: MergeBase },
  merged: Omit<WantedMerge, 'person'>,
  person: Proposer,
): Promise<PlannedMerge | 'base_broken'> {
  try {
    return await timeWork(person, () =>
      base.planOn((planner, planBase) =>
        planner.planMerge(planBase, { ...merged, person: person.identity }, clock()),
      ),
    );
  } catch (error) {
    if (error instanceof BrokenBaseError) return 'base_broken';
    throw error;
  }
}

interface EvaluatedMerge extends Pick<PlannedMerge, 'share'> {
  readonly repository: ProposalRepository;
  readonly tree: string;
  readonly options: EngineOptions;
  readonly base: string;
  /** The commit of the proposal. */
  readonly commit: ProposalCommit | undefined;
}

/** Why nobody may approve a proposal in the store, whoever owns it; undefined if that depends on the owners. */
async function findFlaw(
  { repository, tree, options: { target, host }, base, commit }: EvaluatedMerge,
  { branch }: Proposal,
): Promise<'not_declared' | 'changed' | 'links' | undefined> {
  const { settings } = target;
  if (settings?.merge !== true) return 'not_declared';
  if (!commit || !isMadeByGateway(commit, branch, { settings, host })) return 'changed';
  if (!(await isOnlyCommit(repository, commit, base))) return 'changed';
  return (await hasLinks(repository, tree)) ? 'links' : undefined;
}

/** Why a person may not approve a proposal; undefined if the person may. */
function findRefusal(
  { options: { target }, share, commit }: EvaluatedMerge,
  flaw: Awaited<ReturnType<typeof findFlaw>>,
  proposal: Proposal,
  person: Proposer,
): ApprovalRefusal | undefined {
  if (flaw === 'not_declared') return flaw;
  const own = `${target.settings?.branchPrefix ?? ''}${folderOf(person.id)}/`;
  if (isAuthor(proposal, commit, person) || proposal.branch.startsWith(own)) return 'own';
  if (flaw === 'changed') return flaw;
  return share.decides ? flaw : 'not_owner';
}

/** A trailer is easier to forge than the name of a branch, which a host can protect; and a person may have two accounts. */
function isAuthor(proposal: Proposal, commit: ProposalCommit | undefined, person: Proposer): boolean {
  const hasSameAddress = person.identity.emails.some((email) => sameText(email, commit?.authorEmail));
  return isProposedBy(person, proposal) || hasSameAddress;
}

/** The names of an author: all of them if it is the person, or else those in the commit. */
function namesOfAuthor(
  proposal: Proposal,
  commit: ProposalCommit | undefined,
  person: Proposer,
): WantedMerge['author'] {
  if (isAuthor(proposal, commit, person)) return person.identity;
  const { id } = proposal.person;
  const [, username] = /^user:([^/]+)$/.exec(id) ?? [];
  const emails = commit ? [commit.authorEmail] : [];
  return { subject: id, emails, ...(username !== undefined && { username }) };
}

function sameText(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/** Whether a commit is all that its branch adds to the base. */
async function isOnlyCommit(
  repository: ProposalRepository,
  { parents }: ProposalCommit,
  base: string,
): Promise<boolean> {
  const [parent] = parents;
  if (parent === undefined || parents.length !== 1) return false;
  return (await repository.run(['merge-base', '--is-ancestor', parent, base])).code === 0;
}
