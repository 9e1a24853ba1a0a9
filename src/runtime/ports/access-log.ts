import type { KeySetName } from '#compiled/manifest.ts';

/**
 * The entry of the access log for a call. It contains no secret: only the fields below have values from headers, the
 * query or the body.
 */
export interface AccessRecord {
  readonly requestId: string;
  /** Absent unless calls are traced. */
  readonly traceId?: string | undefined;
  /** The address of the client; a forwarded address counts only if a trusted proxy has sent it. */
  readonly client: string;
  /** The version of HTTP that the client speaks: `1.0`, `1.1` or `2.0`. */
  readonly protocol: string;
  readonly method: string;
  /** The path as it was sent, without its query, and truncated if it is long. */
  readonly path: string;
  /** The status of the response; 499 if the client disconnected before it. */
  readonly status: number;
  /** The error code of the gateway's own response; absent if the upstream has responded. */
  readonly code?: string | undefined;
  readonly durationMs: number;
  /** The time until the upstream's response began. */
  readonly upstreamMs?: number | undefined;
  /** Scheme, host and port of the upstream. */
  readonly upstream?: string | undefined;
  /** The number of upstreams that were called; absent if it is 1. */
  readonly attempts?: number | undefined;
  /** Why the upstream did not respond. */
  readonly failure?: string | undefined;
  readonly api?: string | undefined;
  readonly version?: string | undefined;
  /** The path's template, as the API declares it. */
  readonly operation?: string | undefined;
  readonly application?: string | undefined;
  readonly keySet?: string | undefined;
  /** `console` if the store's console has sent the call for a user; absent if a client has sent it. */
  readonly source?: CallSource | undefined;
  /** The size of the part of the upstream's body that was passed on. */
  readonly bytes?: number | undefined;
  /** The digest of the route table. */
  readonly digest: string;
}

/** A source of calls other than clients. */
export type CallSource = 'console';

/** Records a call; it never throws, and no caller waits for it. */
export type WriteAccess = (record: AccessRecord) => void;

/** A completed call of an application, for its owner. It contains nothing of the query or of a body. */
export interface RecentCall extends Pick<
  AccessRecord,
  'requestId' | 'method' | 'path' | 'status' | 'code' | 'durationMs' | 'source'
> {
  /** When it ended, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly endedAt: number;
  /** `Name/version`; absent if the path is not that of an API. */
  readonly api?: string | undefined;
  readonly keySet: KeySetName;
}

/** The maximum number of calls of a key set that are stored, and of an application that are read. */
export const mostRecentCalls = 100;

/**
 * Reads the last calls with some consumer keys, the newest first: those that the threads of this gateway have completed since
 * its start. Rejects with a StoreError if a thread does not respond.
 */
export type ReadRecentCalls = (consumerKeys: readonly string[]) => Promise<readonly RecentCall[]>;
