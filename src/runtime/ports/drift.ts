/** Where a call and what its API declares went apart. */
export interface Drift {
  /** `Name/version`. */
  readonly api: string;
  /** `GET /dogs/{id}`. */
  readonly operation: string;
  readonly direction: 'request' | 'response';
  /** The status of the response. */
  readonly status?: number;
  /** A sentence each, at most 20; none holds a value that was sent. */
  readonly breaches: readonly string[];
}

/** Is told of breaches that are only reported. It must not throw. */
export type ReportDrift = (drift: Drift) => void;
