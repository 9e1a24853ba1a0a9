import type { Digest } from '#compiled/digest.ts';
import type { Person } from '#compiled/ownership.ts';
import type {
  ProposedApi,
  NewApi,
  ProposedChange,
  ProposalSubject,
} from '#compiled/proposals/proposed-change.ts';

/** Proposes changes of the declarations, as commits that are reviewed before they are merged. No method rejects. */
export interface Proposals {
  /**
   * The effect of a change on the newest commit of the base, if the person owns there what it changes. Nothing is
   * written.
   */
  preview(change: ProposedChange, person: Proposer): Promise<ProposalPreview | ProposalProblem>;
  /**
   * Commits a change on `base`, the commit that its preview was made for, with the person as its author, and pushes
   * it. Returns only after the remote has accepted it.
   */
  propose(
    change: ProposedChange,
    person: Proposer,
    base: string,
  ): Promise<DeliveredProposal | ProposalProblem>;
  /** The patch that a person was given by `propose`, by its digest; for up to ten minutes. */
  readPatch(patch: Digest, person: Proposer): Promise<ProposedPatch | ProposalProblem>;
  /** The proposals of a person, the newest first; they may be a few seconds old. */
  list(person: Proposer): Promise<readonly Proposal[] | ProposalProblem>;
  /** The proposals of everybody as a person asks for them, the newest first; they may be a few seconds old. */
  listAll(person: Proposer): Promise<readonly Proposal[] | ProposalProblem>;
  /** Reads an OpenAPI document for a person, and suggests the declaration of its API. */
  readDefinition(text: string, person: Proposer): Promise<ProposedApi | ProposalProblem>;
  /**
   * The findings of lint in a new API by itself, while a person types it; empty fields are suggested from its
   * document. `preview` checks it together with other declarations.
   */
  lintApi(api: NewApi, person: Proposer): Promise<LintedApi | ProposalProblem>;
}

/** An API that is not proposed yet. */
export interface LintedApi {
  readonly proposed: ProposedApi;
  /** Errors first; their files are `api.yaml`, and `openapi.yaml` or `openapi.json`. */
  readonly findings: readonly ProposalFinding[];
}

/** The author of a proposal. */
export interface Proposer {
  /** Identifies the person among all users of all identity providers. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  readonly email?: string | undefined;
  /** Determines what the person owns, by the declarations of the base. */
  readonly identity: Person;
}

/** A finding of lint or of the history rules in a change. */
export interface ProposalFinding {
  readonly severity: 'error' | 'warning' | 'info';
  /** The name of the rule. */
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One difference between the route tables of the base and of the proposal. */
export interface PlannedChange {
  readonly action: 'add' | 'change' | 'remove';
  /** The kind of declaration: `Application`. */
  readonly kind: string;
  /** `DogPark/v1` of an API, `DogWalker DogPark/v1` of a subscription. */
  readonly name: string;
  readonly message: string;
  /** Only for changes of a contract. */
  readonly compatibility?: 'breaking' | 'risky' | 'compatible' | 'text';
  /** Whether reviewers should look at it first: it affects where calls go, who may call, or what is checked. */
  readonly sensitive?: 'traffic' | 'access' | 'checks';
  /** Of a contract: `GET /dogs`. */
  readonly operations: readonly string[];
  readonly affected: readonly AffectedApplication[];
}

interface AffectedApplication {
  readonly application: string;
  readonly owner: string;
  /** The end of a sentence that starts with its name: `loses access to DogPark/v1`. */
  readonly effect: string;
}

/** The effect of a proposal on the route table. */
export interface ProposalPlan {
  readonly changes: readonly PlannedChange[];
  /** Of the history rules; an error forbids the change. */
  readonly findings: readonly ProposalFinding[];
  /** Identifies the plan by its content. */
  readonly digest: Digest;
}

export interface ProposalPreview {
  /** The commit that it was made for. */
  readonly base: string;
  readonly title: string;
  readonly subject: ProposalSubject;
  /** The changed lines of all files, without the lines around them. */
  readonly diff: string;
  /** The findings that the change causes, errors first. */
  readonly findings: readonly ProposalFinding[];
  /** Absent if errors prevent compiling. */
  readonly plan?: ProposalPlan;
  /** Why it cannot be proposed; undefined if it can. */
  readonly obstacle: 'lint_errors' | 'forbidden_by_plan' | undefined;
}

/** A proposal that the remote has accepted, or a patch. */
export type DeliveredProposal =
  | {
      readonly delivery: 'branch';
      readonly branch: string;
      readonly commit: string;
      /** Where it is reviewed, or where a person opens the review; undefined if the host has no such page. */
      readonly link?: ProposalLink;
      /** Why the gateway could not open its review; a person can, with the link. */
      readonly reviewProblem?: ReviewProblem;
    }
  | ({ readonly delivery: 'patch' } & ProposedPatch);

/** A proposal as a file. */
export interface ProposedPatch {
  /** The name of a file for it: `0001-subscribe-dog-walker.patch`. */
  readonly fileName: string;
  /** For `git am`. */
  readonly patch: string;
}

export interface ProposalLink {
  /** `review`: a pull or merge request. `compare`: a page that opens one, or shows the one that is open. */
  readonly kind: 'review' | 'compare';
  readonly url: string;
}

/** The failure of a host's API after the host has accepted the push. */
export interface ReviewProblem {
  readonly problem: 'token_refused' | 'request_refused' | 'host_unreachable';
  /** Of HTTP. */
  readonly status?: number;
}

/** Why a change cannot be previewed or proposed. */
export interface ProposalProblem {
  /**
   * `change_invalid`: the change does not fit the base, such as an application that does not exist there, or that the
   * person does not own there. `base_moved`: the base has other commits since the preview. `conflict`: somebody else has
   * changed the branch. `lint_errors` and `forbidden_by_plan`: as the preview reports. `base_broken`: the base itself
   * has errors. `push_refused`: the remote does not accept it. `remote_unreachable`: the remote does not answer, or not
   * in time. `too_many_open`: the person has too many open proposals. `busy`: too much is being done now, for this
   * person or for all. `patch_expired`: the patch is not kept any more. `unavailable`: this gateway cannot make
   * proposals now.
   */
  readonly problem:
    | 'change_invalid'
    | 'base_moved'
    | 'conflict'
    | 'lint_errors'
    | 'forbidden_by_plan'
    | 'base_broken'
    | 'push_refused'
    | 'remote_unreachable'
    | 'too_many_open'
    | 'busy'
    | 'patch_expired'
    | 'unavailable';
  /** Sentences for the person; may contain text of the remote, but no credentials. */
  readonly reason: string;
  /** Of the new base, if the problem is `base_moved`. */
  readonly preview?: ProposalPreview;
}

/** A proposal that is known from the repository. */
export interface Proposal {
  readonly branch: string;
  readonly commit: string;
  readonly title: string;
  readonly person: Pick<Proposer, 'id' | 'name'>;
  readonly subject: ProposalSubject | undefined;
  /** In milliseconds since 1970. */
  readonly proposedAt: number;
  /** `closed`: its review was closed, or its branch deleted, and it is not merged. */
  readonly state: 'open' | 'merged' | 'closed';
  readonly link?: ProposalLink;
}

export function isProposalProblem(answer: object): answer is ProposalProblem {
  return 'problem' in answer;
}
