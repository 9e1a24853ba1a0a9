/** Violations of the declaration of an API by one request or response. */
export interface Drift {
  /** `Name/version`. */
  readonly api: string;
  /** `GET /dogs/{id}`. */
  readonly operation: string;
  readonly direction: 'request' | 'response';
  /** The status of the response. */
  readonly status?: number;
  /** A sentence each, at most 20, without values of the request or response. */
  readonly violations: readonly string[];
}

/** Receives violations that are only reported, not refused. It must not throw. */
export type ReportDrift = (drift: Drift) => void;
