/** The trace that a caller says its call belongs to (W3C Trace Context, section 3.2). */
export interface TraceParent {
  /** 32 hexadecimal digits, and 16. */
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A version that is not known may have more to say behind the flags. */
const form =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/** Reads the value of a `traceparent` header; undefined where it is none. */
export function parseTraceparent(value: string): TraceParent | undefined {
  const { version, traceId = '', spanId = '', flags = '', rest } = form.exec(value)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
