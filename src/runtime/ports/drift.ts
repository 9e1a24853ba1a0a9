/** Violations of an API's document by one request or response. */
export interface Drift {
  /** `Name/version`. */
  readonly api: string;
  /** `GET /dogs/{id}`. */
  readonly operation: string;
  readonly direction: 'request' | 'response';
  /** The status of the response. */
  readonly status?: number;
  /** One sentence each, at most 20, without values of the request or response. */
  readonly violations: readonly string[];
}

/** Receives violations that are only reported, not refused. It must not throw. */
export type ReportDrift = (drift: Drift) => void;

/** The drift of one operation in one direction since the start of the gateway. */
export interface ObservedDrift extends Omit<Drift, 'api'> {
  /** The number of requests or responses with violations. */
  readonly count: number;
  /** The time of the last one, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly lastAt: number;
}

/** The observed drift of APIs by their keys, `Name/version`; APIs without drift are absent. */
export type DriftByApi = ReadonlyMap<string, readonly ObservedDrift[]>;

/**
 * Reads the drift of some APIs that all threads of this gateway have observed. Rejects if a thread does not respond.
 */
export type ReadDrift = (apis: readonly string[]) => Promise<DriftByApi>;
