import type { Digest } from '../digest.ts';
import type { KeySetName } from '../manifest.ts';

/** The details of an API version that its owners may edit in the store, as they are declared. */
export interface DeclaredDetails {
  /** Empty if none is declared. */
  readonly description: string;
  readonly tags: readonly string[];
  /**
   * The URL of each endpoint, empty if there is none. An endpoint is absent if more than a URL is declared for it, so
   * that it is changed by hand.
   */
  readonly endpoints: Partial<Readonly<Record<KeySetName, string>>>;
  /** The digest of all of them. */
  readonly digest: Digest;
}

/** How many tags a version may have, and the maximum length of each in characters. */
export const tagLimits = { count: 20, length: 50 } as const;
