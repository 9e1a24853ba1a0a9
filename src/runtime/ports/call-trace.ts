/** What an upstream is told of the trace that a call belongs to (W3C Trace Context). */
export interface CallTrace {
  /** The value of the header. */
  readonly traceparent: string;
  /** Whether the `tracestate` that the client has sent belongs to it. */
  readonly keepsState: boolean;
}
