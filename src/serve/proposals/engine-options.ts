import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ProposalPreview } from '#runtime/ports/proposals/preview.ts';
import type { KnownReviews } from './hosts/known-reviews.ts';
import type { ProposalTarget } from './proposal-target.ts';
import type { TimeWork } from './limits/work-limit.ts';

/** The options of the proposal engine for one repository. */
export interface EngineOptions {
  readonly target: ProposalTarget;
  readonly deployment: string;
  /** The host name of the store, for the email addresses of people who have none. */
  readonly host: string;
  readonly clock: Clock;
  readonly pushMs: number;
  /** Measures and limits all work that a hostile document could slow down. */
  readonly timeWork: TimeWork;
  readonly readSigningKey: () => Promise<string | undefined>;
  /** Undefined if proposals are delivered as patches. */
  readonly reviews: KnownReviews | undefined;
}

/** In UTF-16 code units: more than a page shows. A longer diff would delay the threads that it is sent between. */
export const longestDiff = 100_000;

/** A planned change, and the git tree that its commit would have. */
export interface PreparedProposal {
  readonly tree: string;
  readonly change: ProposedChange['change'];
  readonly preview: ProposalPreview;
}
