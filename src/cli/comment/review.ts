/** A pull request or a merge request that a pipeline runs for, and how the API of its host takes comments on it. */
export interface Review {
  /** `GitHub`, `GitLab`. */
  readonly host: string;
  /** The collection of its comments: listed with GET, added to with POST. */
  readonly comments: string;
  /** Who the token belongs to. */
  readonly user: string;
  /** With the token: for the host alone, never for a message. */
  readonly headers: Readonly<Record<string, string>>;
  readonly updateMethod: 'PATCH' | 'PUT';
  /** The URL of one comment. */
  commentUrl(id: number): string;
  /** Who wrote a comment that the host has listed. */
  authorOf(comment: HostedComment): string | undefined;
  /** The name of the token's user, in the answer to `user`. */
  nameOf(user: HostedUser): string | undefined;
  /** The text as the host is to be given it. */
  prepare(text: string): string;
}

/** What is used of a comment in the answers of the hosts. */
export interface HostedComment {
  readonly id: number;
  readonly body?: string | null;
  readonly user?: HostedUser | null;
  readonly author?: HostedUser | null;
}

export interface HostedUser {
  readonly login?: string;
  readonly username?: string;
}
