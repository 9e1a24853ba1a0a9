import type { Clock } from '#runtime/ports/clock.ts';
import type { ProposalPreview } from '#runtime/ports/proposals.ts';
import type { KnownReviews } from './hosts/known-reviews.ts';
import type { ProposalTarget } from './proposal-target.ts';
import type { TimeWork } from './limits/work-limit.ts';

/** The options of the engine for one repository. */
export interface EngineOptions {
  readonly target: ProposalTarget;
  readonly deployment: string;
  /** The host of the store, for the addresses of those who have none. */
  readonly host: string;
  readonly clock: Clock;
  readonly pushMs: number;
  /** Wraps everything that a hostile document could make slow. */
  readonly timeWork: TimeWork;
  readonly readSigningKey: () => Promise<string | undefined>;
  /** Undefined if proposals are patches. */
  readonly reviews: KnownReviews | undefined;
}

/** A change that is planned, and the tree that its commit would have. */
export interface PreparedProposal {
  readonly tree: string;
  readonly preview: ProposalPreview;
}
