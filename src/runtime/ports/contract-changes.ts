import type { Digest } from '#compiled/digest.ts';

/** One difference between the OpenAPI documents of two versions of an API. */
export interface ContractChangeLine {
  /** A sentence, which names the operation or the first of several. */
  readonly message: string;
  /** As `GET /dogs`, sorted; empty if no operation is affected. */
  readonly operations: readonly string[];
}

/** The changes for the callers of an API from one version to another. */
export interface ContractChanges {
  /** Calls that worked may fail. */
  readonly breaking: readonly ContractChangeLine[];
  /** Everything else that callers may notice. */
  readonly other: readonly ContractChangeLine[];
  /** How many changes of descriptions and examples there are. */
  readonly descriptions: number;
}

/** The parts of the two versions in the route table. */
export interface VersionPair {
  readonly older: Digest;
  readonly newer: Digest;
}

/**
 * The changes between two versions, or the progress of their comparison. The first request for a pair starts the
 * comparison in another thread, since it may take seconds; it never delays calls.
 */
export type ChangesSince = (pair: VersionPair) => ContractChanges | 'pending' | 'failed';
