import type { Digest } from '#compiled/digest.ts';

/** One difference between the OpenAPI documents of two versions of an API. */
export interface ContractChangeLine {
  /** A sentence that names the operation, or the first of several operations. */
  readonly message: string;
  /** As `GET /dogs`, sorted; empty if no operation is affected. */
  readonly operations: readonly string[];
}

/** The changes for the callers of an API from one version to another. */
export interface ContractChanges {
  /** Changes that may break working calls. */
  readonly breaking: readonly ContractChangeLine[];
  /** Changes that may break callers who rely on what the document does not promise. */
  readonly risky: readonly ContractChangeLine[];
  /** Other changes that callers may notice. */
  readonly compatible: readonly ContractChangeLine[];
  /** The number of changes to descriptions and examples. */
  readonly descriptions: number;
}

/** The digests of the parts of two versions in the route table. */
export interface VersionPair {
  readonly older: Digest;
  readonly newer: Digest;
}

/**
 * The changes between two versions, or the progress of their comparison. The first request for a pair starts the
 * comparison in another thread, since it may take seconds; it never delays calls.
 */
export type ChangesSince = (pair: VersionPair) => ContractChanges | 'pending' | 'failed';
