import type { Digest } from '#compiled/digest.ts';
import type { ChangeField, ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import type { ContractChanges } from '../contract-changes.ts';

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
  /** The RFC 6901 pointer of the value in its YAML or JSON document; empty for the whole document. */
  readonly pointer: string;
  /** The field of the change that the finding is about, if it is about one. */
  readonly field?: ChangeField;
  /** The index of the item that the finding is about, in the list of the field; absent if it is not about one. */
  readonly item?: number;
}

/** One difference between the route tables of the base and of the proposal. */
export interface PlannedChange {
  readonly action: 'add' | 'change' | 'remove';
  /** The kind of declaration: `Application`. */
  readonly kind: string;
  /** `DogPark/v1` for an API, `DogWalker DogPark/v1` for a subscription. */
  readonly name: string;
  readonly message: string;
  /** Set only for changes of a contract. */
  readonly compatibility?: 'breaking' | 'risky' | 'compatible' | 'text';
  /** Set if reviewers should look at the change first: it affects where calls go, who may call, or what is checked. */
  readonly sensitive?: 'traffic' | 'access' | 'checks';
  /** The affected operations of a contract: `GET /dogs`. */
  readonly operations: readonly string[];
  readonly affected: readonly AffectedApplication[];
}

interface AffectedApplication {
  readonly application: string;
  readonly owner: string;
  /** The end of a sentence that starts with the name of the application: `loses access to DogPark/v1`. */
  readonly effect: string;
}

/** The effect of a proposal on the route table. */
export interface ProposalPlan {
  readonly changes: readonly PlannedChange[];
  /** The findings of the history rules; an error forbids the change. */
  readonly findings: readonly ProposalFinding[];
  /**
   * The new versions of APIs, each compared with the version that it follows, and a version whose document is replaced,
   * compared with itself.
   */
  readonly versions: readonly ComparedVersion[];
  /** Identifies the plan by its content. */
  readonly digest: Digest;
}

/** A version of an API, compared with the version that it follows, or with itself before the change. */
export interface ComparedVersion {
  /** `DogPark/v2`. */
  readonly api: string;
  /** `DogPark/v1`; the same as `api` for a version whose document is replaced. */
  readonly previous: string;
  readonly changes: ContractChanges;
  /** The applications with a subscription to the previous version, sorted. */
  readonly subscribers: readonly string[];
}

export interface ProposalPreview {
  /** The commit for which the preview was made. */
  readonly base: string;
  readonly title: string;
  readonly subject: ProposalSubject;
  /** The beginning of the changed lines of all files, without context lines. */
  readonly diff: string;
  /** The findings that the change causes, errors first. */
  readonly findings: readonly ProposalFinding[];
  /** The number of errors of design rules that the change adds to the baseline. */
  readonly accepted: number;
  /** Absent if errors prevent compiling. */
  readonly plan?: ProposalPlan;
  /** Why the change cannot be proposed; undefined if it can. */
  readonly obstacle: 'lint_errors' | 'forbidden_by_plan' | undefined;
  readonly approvers: Approvers;
}

/**
 * Who may approve a proposal in the store, besides what `merge` of the Gateway document allows. An owner who is not its
 * author; `several`: only somebody who is all of its owners. `nobody`: a part of it has no owner, or no owner but its author.
 */
export type Approvers =
  | {
      /** A user name, a subject, an e-mail address or a team. */
      readonly owner: string;
      /** Whether the author belongs to it. */
      readonly hasAuthor: boolean;
    }
  | 'several'
  | 'nobody';
