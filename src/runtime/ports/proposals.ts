import { cleanName } from '#compiled/names/clean-name.ts';
import type { Digest } from '#compiled/digest.ts';
import type { Person } from '#compiled/ownership.ts';
import type { DeclaredDetails } from '#compiled/proposals/declared-details.ts';
import type {
  ChangeField,
  ProposedApi,
  NewApi,
  ProposalSubject,
} from '#compiled/proposals/proposed-change.ts';
import type { ProposalFinding, ProposalPreview, Approvers } from './proposals/preview.ts';
import type { StoredDefinition, MayBeStored, SentDefinition, WantedChange } from './stored-definition.ts';

/** Proposes changes to the declarations, as commits that are reviewed before they are merged. No method rejects. */
export interface Proposals {
  /**
   * The effect of a change on the newest commit of the base, if the person owns everything there that the change
   * affects. Writes nothing.
   */
  preview(change: WantedChange, person: Proposer): Promise<ProposalPreview | ProposalProblem>;
  /**
   * Commits a change on `base`, the commit of its preview, with the person as its author, and pushes it. Resolves only
   * after the remote has accepted it.
   */
  propose(change: WantedChange, person: Proposer, base: string): Promise<DeliveredProposal | ProposalProblem>;
  /** The details of an API version that the person owns on the newest commit of the base, as they are declared there. */
  readDetails(api: string, person: Proposer): Promise<DeclaredDetails | ProposalProblem>;
  /**
   * The OpenAPI document of an API version that the person owns on the newest commit of the base, if it is one file, which
   * no other version has.
   */
  readDocument(api: string, person: Proposer): Promise<DeclaredDocument | ProposalProblem>;
  /** A patch that `propose` has returned to the person, by its digest; for up to ten minutes. */
  readPatch(patch: Digest, person: Proposer): Promise<ProposedPatch | ProposalProblem>;
  /** The proposals of a person, the newest first; they may be a few seconds old. */
  list(person: Proposer): Promise<readonly Proposal[] | ProposalProblem>;
  /** The proposals of everybody on a topic, requested by a person, the newest first; they may be a few seconds old. */
  listAll(topic: ProposalTopic, person: Proposer): Promise<readonly Proposal[] | ProposalProblem>;
  /**
   * The newest proposal on a branch, and what would happen if it were merged now. The caller checks that the person may
   * know of the proposal; its difference is returned only if all of it concerns the person.
   */
  read(branch: string, person: Proposer): Promise<ReviewedProposal | ProposalProblem>;
  /** Deletes the branch of an open proposal of the person, which closes its review. */
  withdraw(displayed: DisplayedBranch, person: Proposer): Promise<WithdrawnProposal | ProposalProblem>;
  /**
   * Deletes the branch of an open proposal of somebody else, which closes its review, and records the reason in the
   * repository, if it has the displayed commit and the person could approve it.
   */
  decline(displayed: DisplayedDecline, person: Proposer): Promise<DeclinedProposal | ProposalProblem>;
  /**
   * Merges an open proposal of somebody else into the base, if it is as displayed and the person owns everything that it
   * changes.
   */
  approve(displayed: DisplayedMerge, person: Proposer): Promise<MergedProposal | ProposalProblem>;
  /**
   * Stores an OpenAPI document for the changes of a person, for up to an hour after it was last used. If the person
   * sends several, or all persons send many, the oldest are removed earlier.
   */
  storeDefinition(definition: SentDefinition, person: Proposer): Promise<StoredDefinition | ProposalProblem>;
  /**
   * Reads an OpenAPI document for a person, and suggests the declaration of its API. The context is that of `name`, if
   * the person has entered one.
   */
  readDefinition(
    text: string | StoredDefinition,
    person: Proposer,
    name?: string,
  ): Promise<ProposedApi | ProposalProblem>;
  /**
   * The findings of lint in a new API by itself, while a person types it. Empty fields are filled with suggestions from
   * its document. `preview` checks the API together with other declarations.
   */
  lintApi(api: MayBeStored<NewApi>, person: Proposer): Promise<LintedApi | ProposalProblem>;
}

/** The file of an OpenAPI document in the repository. */
export interface DeclaredDocument {
  /** Without folders. */
  readonly fileName: string;
  readonly text: string;
}

/** An API that has not been proposed yet. */
export interface LintedApi {
  readonly proposed: ProposedApi;
  /** Errors come first. The files are `api.yaml`, and `openapi.yaml` or `openapi.json`. */
  readonly findings: readonly ProposalFinding[];
}

/** The author of a proposal. */
export interface Proposer {
  /** Identifies the person among all users of all identity providers. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  readonly email?: string | undefined;
  /** Determines what the person owns according to the declarations of the base. */
  readonly identity: Person;
}

/** A proposal that the remote has accepted, or a patch. */
export type DeliveredProposal =
  | {
      readonly delivery: 'branch';
      readonly branch: string;
      readonly commit: string;
      readonly approvers: Approvers;
      /** The page of the review, or the page where a person opens it; undefined if the host has no such page. */
      readonly link?: ProposalLink;
      /** Why the gateway could not open the review; a person can open it with the link. */
      readonly reviewProblem?: ReviewProblem;
    }
  | ({ readonly delivery: 'patch' } & ProposedPatch);

/** A proposal as a file. */
export interface ProposedPatch {
  /** The file name for the patch: `0001-subscribe-dog-walker.patch`. */
  readonly fileName: string;
  /** The patch, for `git am`. */
  readonly patch: string;
}

export interface ProposalLink {
  /** `review`: a pull or merge request. `compare`: a page that opens a review, or shows the open one. */
  readonly kind: 'review' | 'compare';
  readonly url: string;
}

/** The failure of a host's API after the host has accepted the push. */
export interface ReviewProblem {
  readonly problem: 'token_refused' | 'request_refused' | 'host_unreachable';
  /** The HTTP status. */
  readonly status?: number;
}

/** Why a change cannot be previewed or proposed. */
export interface ProposalProblem {
  /**
   * `change_invalid`: the change does not fit the base; for example, an application does not exist there, or the person
   * does not own it. `base_moved`: the base has other commits since the preview. `conflict`: somebody else has changed
   * the branch. `lint_errors` and `forbidden_by_plan`: as the preview reports. `base_broken`: the base itself has
   * errors. `proposal_unknown`: no proposal is on the branch. `proposal_ended`: it is merged or closed already.
   * `merge_conflict`: git cannot merge it. `plan_changed`: the plan is not the one that was displayed.
   * `approval_refused` and `decline_refused`: the person may not approve the proposal. `push_refused`: the remote does not accept the push. `remote_unreachable`: the remote does not respond in
   * time. `too_many_open`: the person has too many open proposals. `busy`: too many requests are in progress, from this
   * person or from everybody. `patch_expired` and `definition_expired`: the patch or the document is no longer stored. `unavailable`: this gateway cannot make
   * proposals now.
   */
  readonly problem:
    | 'change_invalid'
    | 'base_moved'
    | 'conflict'
    | 'lint_errors'
    | 'forbidden_by_plan'
    | 'base_broken'
    | 'proposal_unknown'
    | 'proposal_ended'
    | 'merge_conflict'
    | 'plan_changed'
    | 'approval_refused'
    | 'decline_refused'
    | 'push_refused'
    | 'remote_unreachable'
    | 'too_many_open'
    | 'busy'
    | 'patch_expired'
    | 'definition_expired'
    | 'unavailable';
  /** One or more sentences for the person. They may contain text of the remote, but no credentials. */
  readonly reason: string;
  /** The field of the change that is wrong, if it is one. */
  readonly field?: ChangeField;
  /** The index of the wrong item in the list of the field, if it is one. */
  readonly item?: number;
  /** What else is wrong with fields of the change. */
  readonly others?: readonly WrongField[];
  /** The errors that lint finds in the fields that are not wrong already. */
  readonly findings?: readonly ProposalFinding[];
  /** The preview for the new base, if the problem is `base_moved`; or the preview that has the obstacle. */
  readonly preview?: ProposalPreview;
}

/** What is wrong with a field of a change, in one or more sentences. */
export interface WrongField {
  readonly reason: string;
  readonly field: ChangeField;
  /** The index of the wrong item in the list of the field, if it is one. */
  readonly item?: number;
}

/** A proposal that is known from the repository. */
export interface Proposal {
  readonly branch: string;
  readonly commit: string;
  readonly title: string;
  readonly person: Pick<Proposer, 'id' | 'name'>;
  readonly subject: ProposalSubject | undefined;
  /** The API versions that the proposal changes, or whose subscriptions it changes: `Name/version`. */
  readonly apis: readonly string[];
  /** In milliseconds since 1970. */
  readonly proposedAt: number;
  /** `closed`: the proposal is not merged, and its review was closed or its branch deleted. */
  readonly state: 'open' | 'merged' | 'closed';
  readonly link?: ProposalLink;
  /**
   * Since when git cannot merge the open proposal into the base, in milliseconds since 1970. Only in the proposals of one
   * person, and absent if it is not known.
   */
  readonly conflictsSince?: number;
  /**
   * Whether it is a commit of the gateway on the branch of its author, which changes what its subject and its APIs say; absent
   * for proposals that have ended.
   */
  readonly isWithinSubject?: boolean;
  /** Who has declined it in the store, and why; only in proposals that are closed. */
  readonly declined?: DeclineOfProposal;
}

/** Those on a branch, or those about versions of some APIs. */
export type ProposalTopic = { readonly branch: string } | { readonly apiNames: readonly string[] };

interface DeclineOfProposal {
  /** The name of the person, for people. */
  readonly by: string;
  /** One line of plain text. */
  readonly reason: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The length of the reason of a decline, in UTF-16 code units. */
export const longestReason = 500;

/** A branch with the commit that a page has displayed. */
export interface DisplayedBranch {
  readonly branch: string;
  readonly commit: string;
}

/** A proposal that a person declines, as a page has displayed it. */
export interface DisplayedDecline extends DisplayedBranch {
  /** At most `longestReason`; line breaks become spaces. */
  readonly reason: string;
}

/** What a page has displayed of a proposal. */
export interface DisplayedMerge extends DisplayedBranch {
  /** The commit of the base. */
  readonly base: string;
  /** The digest of the plan. */
  readonly plan: string;
}

/** What merging a proposal into the base would do now. */
export interface PreviewedMerge extends Pick<
  ProposalPreview,
  'base' | 'diff' | 'findings' | 'plan' | 'obstacle' | 'approvers'
> {
  /** Why the person may not approve it; undefined if the person may. */
  readonly refused?: ApprovalRefusal;
}

/**
 * `own`: the person is the author. `not_owner`: somebody else owns a part of what changes, or nobody does. `changed`: the
 * branch has commits that the gateway has not made. `links`: the repository has symbolic links, so that the gateway
 * cannot know all that changes. `not_declared`: the Gateway document does not let owners merge.
 */
export type ApprovalRefusal = 'own' | 'not_owner' | 'changed' | 'links' | 'not_declared';

export interface ReviewedProposal {
  readonly proposal: Proposal;
  /** The commit that merged it into the base; absent if it is not merged, or was not merged with its own commit. */
  readonly mergeCommit?: string;
  /**
   * Undefined if the proposal is not open. `conflict`: git cannot merge it. `not_own`: a part of what changes concerns
   * somebody else. `too_large` and `unreadable`: the changed files are too many, or one of them is not text.
   * `base_broken`: the base has errors.
   */
  readonly merge?: PreviewedMerge | 'conflict' | 'not_own' | 'too_large' | 'unreadable' | 'base_broken';
}

export interface WithdrawnProposal {
  readonly withdrawn: Proposal;
}

export interface DeclinedProposal {
  readonly declined: Proposal;
}

export interface MergedProposal {
  readonly merged: Proposal;
  /** The commit of the merge, which is the new base. */
  readonly commit: string;
}

export function isProposalProblem(answer: object): answer is ProposalProblem {
  return 'problem' in answer;
}

/** Whether a person has made a proposal, as its commit says, which names the person by a clean id. */
export function isProposedBy({ id }: Pick<Proposer, 'id'>, proposal: Pick<Proposal, 'person'>): boolean {
  return proposal.person.id === cleanName(id);
}
