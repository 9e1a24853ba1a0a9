/** A difference between a call and the declaration of its API. */
export interface Drift {
  /** `Name/version`. */
  readonly api: string;
  /** `GET /dogs/{id}`. */
  readonly operation: string;
  readonly direction: 'request' | 'response';
  /** The status of the response. */
  readonly status?: number;
  /** A sentence each, at most 20; none holds a value that was sent. */
  readonly violations: readonly string[];
}

/** Receives violations that are only reported. It must not throw. */
export type ReportDrift = (drift: Drift) => void;
