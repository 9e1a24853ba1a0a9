/** A finished span of a trace. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for the first span of a trace. */
  readonly parentSpanId?: string | undefined;
  readonly kind: 'server' | 'client';
  readonly name: string;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isError: boolean;
  /** Attributes with the names of OpenTelemetry; undefined ones are omitted. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

/** Exports a span; it never throws, and no caller waits for it. */
export type ExportSpan = (span: SpanRecord) => void;
