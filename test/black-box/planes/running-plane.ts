/** What serves calls of a repository on a port of this machine. */
export interface RunningPlane {
  readonly port: number;
  /** Of the table that it serves. */
  readonly digest: string;
  /** Its metrics for Prometheus. */
  readonly readMetrics: () => Promise<string>;
  /** Hands it the declarations as they are now; it serves them soon. */
  readonly update: () => Promise<void>;
}

/** How long data planes may take to start as processes on a busy machine, in milliseconds. */
export const startMs = 180_000;
