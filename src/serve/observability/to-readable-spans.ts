import { SpanKind, SpanStatusCode, TraceFlags, type Attributes, type HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { SpanRecord } from '#runtime/telemetry/span-record.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** Returns a function that converts Gatewright's spans to those of OpenTelemetry's processors. */
export function toReadableSpans(resource: Resource): (span: SpanRecord) => ReadableSpan {
  const instrumentationScope = { name: 'gatewright' };
  return (span) => {
    const { traceId, spanId, parentSpanId, startedAt, endedAt } = span;
    const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
    return {
      name: span.name,
      kind: kinds[span.kind],
      spanContext: () => context,
      ...(parentSpanId !== undefined && {
        parentSpanContext: { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED },
      }),
      startTime: toHrTime(startedAt),
      endTime: toHrTime(endedAt),
      duration: toHrTime(endedAt - startedAt),
      status: { code: span.isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: withoutAbsent(span.attributes),
      ended: true,
      resource,
      instrumentationScope,
      links: [],
      events: [],
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  };
}

function withoutAbsent(attributes: SpanRecord['attributes']): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Converts milliseconds to seconds and nanoseconds. */
function toHrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
}
