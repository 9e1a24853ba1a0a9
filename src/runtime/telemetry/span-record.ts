/** A finished span of a trace. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent if it is the first of its trace. */
  readonly parentSpanId?: string | undefined;
  readonly kind: 'server' | 'client';
  readonly name: string;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isError: boolean;
  /** By OpenTelemetry's names; absent ones are undefined. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

/** Takes a span; it never throws and no caller waits for it. */
export type ExportSpan = (span: SpanRecord) => void;
