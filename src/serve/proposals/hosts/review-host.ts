/** A pull or merge request, from a branch of the repository itself into its base. */
export interface Review {
  readonly branch: string;
  /** A page for people. */
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** When it was merged or closed, in milliseconds since 1970. */
  readonly endedAt?: number;
}

export interface NewReview {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/** The part of the API of a host that is about reviews. All of it rejects with a HostError. */
export interface ReviewHost {
  /** Opens a review, or finds the one that is open for the branch. Absent if the push itself opens one. */
  readonly open?: (review: NewReview, signal: AbortSignal) => Promise<Review>;
  /** The reviews, page by page, those first that have changed last. */
  readonly list: (state: 'open' | 'ended', signal: AbortSignal) => AsyncIterable<readonly Review[]>;
}
