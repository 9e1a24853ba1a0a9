/** A pull or merge request from a branch of the repository itself to the base branch. */
export interface Review {
  readonly branch: string;
  /** The URL of the review's web page. */
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** When the review was merged or closed, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly endedAt?: number;
}

export interface NewReview {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/** The part of a host's API that handles reviews. All methods reject with a HostError. */
export interface ReviewHost {
  /** Opens a review, or returns the open review of the branch. Absent if the push itself opens one. */
  readonly open?: (review: NewReview, signal: AbortSignal) => Promise<Review>;
  /** Lists the reviews page by page, the most recently changed first. */
  readonly list: (state: 'open' | 'ended', signal: AbortSignal) => AsyncIterable<readonly Review[]>;
}
