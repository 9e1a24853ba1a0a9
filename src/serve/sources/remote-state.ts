/** How a source elsewhere is, for /status. */
export interface RemoteState {
  /** Without credentials. */
  readonly url: string;
  /** Where the source is a repository. */
  readonly branch?: string;
  /** When it last said what it has, in milliseconds since 1970; undefined if never. */
  readonly checkedAt: number | undefined;
  /** Why the last look at it failed. */
  readonly failure: string | undefined;
}
