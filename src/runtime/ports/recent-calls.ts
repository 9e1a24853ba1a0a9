import type { KeySetName } from '#compiled/manifest.ts';
import type { CallSource } from './access-log.ts';

/** A completed call of an application, for its owner. It contains no secret, and nothing of the query or of a body. */
export interface RecentCall {
  /** When it ended, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly endedAt: number;
  /** As in the header `X-Request-Id` of its response. */
  readonly requestId: string;
  readonly method: string;
  /** The path as it was sent, without its query, and truncated if it is long. */
  readonly path: string;
  /** `Name/version`; absent if the path is not that of an API. */
  readonly api?: string | undefined;
  /** The status of the response; 499 if the client disconnected before it. */
  readonly status: number;
  /** The error code of the gateway's own response; absent if the upstream has responded. */
  readonly code?: string | undefined;
  readonly durationMs: number;
  readonly keySet: KeySetName;
  /** `console` if the store's console has sent the call; absent if the application has sent it. */
  readonly source?: CallSource | undefined;
}

/** The maximum number of calls of an application that are stored. */
export const mostRecentCalls = 100;

/**
 * Reads the last calls of an application, the newest first: those that the threads of this gateway have completed since
 * its start. Rejects with a StoreError if a thread does not respond.
 */
export type ReadRecentCalls = (application: string) => Promise<readonly RecentCall[]>;
