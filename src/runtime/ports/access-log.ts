/**
 * The entry of the access log for a call. No field contains values of headers, of the query or of the body except
 * those that are named here, so that it contains no secret.
 */
export interface AccessRecord {
  readonly requestId: string;
  /** Set if calls are traced. */
  readonly traceId?: string | undefined;
  /** The address of the client; only a trusted proxy can forward it. */
  readonly client: string;
  /** The version of HTTP that the client speaks: `1.0`, `1.1` or `2.0`. */
  readonly protocol: string;
  readonly method: string;
  /** As it was sent, without its query, and truncated if it is long. */
  readonly path: string;
  /** The status of the response; 499 if the client disconnected before there was one. */
  readonly status: number;
  /** The gateway's own reason for the response; absent if the upstream has responded. */
  readonly code?: string | undefined;
  readonly durationMs: number;
  /** Until the upstream's response began. */
  readonly upstreamMs?: number | undefined;
  /** Scheme, host and port. */
  readonly upstream?: string | undefined;
  /** How many upstreams were called; absent if one. */
  readonly attempts?: number | undefined;
  /** Why the upstream did not answer. */
  readonly failure?: string | undefined;
  readonly api?: string | undefined;
  readonly version?: string | undefined;
  /** The path's template, as the API declares it. */
  readonly operation?: string | undefined;
  readonly application?: string | undefined;
  readonly keySet?: string | undefined;
  /** `console` if the store's console has sent it for a user; absent if a client has. */
  readonly source?: CallSource | undefined;
  /** How much of the upstream's body was passed on. */
  readonly bytes?: number | undefined;
  /** Of the route table. */
  readonly digest: string;
}

/** A source of calls other than clients. */
export type CallSource = 'console';

/** Records a call; it never throws, and no caller waits for it. */
export type WriteAccess = (record: AccessRecord) => void;
