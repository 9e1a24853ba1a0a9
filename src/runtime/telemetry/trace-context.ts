import { randomFillSync } from 'node:crypto';
import type { CallTrace } from '#runtime/gateway/call.ts';

/** The trace that a caller names for its call (W3C Trace Context, section 3.2). */
export interface TraceParent {
  /** 32 hexadecimal digits; a span id has 16. */
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** The form of the header. An unknown version may have more fields after the flags. */
const form =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/** Reads the value of a `traceparent` header; undefined if it is invalid. */
export function parseTraceparent(value: string): TraceParent | undefined {
  const { version, traceId = '', spanId = '', flags = '', rest } = form.exec(value)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The ids of a call in its trace. */
export class TracedCall implements CallTrace {
  readonly traceId: string;
  /** The parent span of the call; undefined if it begins a trace. */
  readonly parentSpanId: string | undefined;
  readonly serverSpanId: string;
  readonly clientSpanId: string;
  readonly isSampled: boolean;

  constructor(parent: TraceParent | undefined, isSampled: boolean) {
    this.traceId = parent?.traceId ?? newId(16);
    this.parentSpanId = parent?.spanId;
    this.isSampled = isSampled;
    this.serverSpanId = newId(8);
    this.clientSpanId = newId(8);
  }

  get keepsState(): boolean {
    return this.parentSpanId !== undefined;
  }

  get traceparent(): string {
    return `00-${this.traceId}-${this.clientSpanId}-${this.isSampled ? '01' : '00'}`;
  }
}

/** Random bytes, requested many at a time since each request is slow. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function newId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
