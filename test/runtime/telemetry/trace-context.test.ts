import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTraceparent } from '#runtime/telemetry/trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, isSampled: true }],
  [`00-${traceId}-${spanId}-00`, { traceId, spanId, isSampled: false }],
  [`00-${traceId}-${spanId}-ff`, { traceId, spanId, isSampled: true }],
  [`cc-${traceId}-${spanId}-01-what-the-future-brings`, { traceId, spanId, isSampled: true }],
])('%s is the context of a trace', (value, expected) => {
  expect(parseTraceparent(value)).toEqual(expected);
});

test.each([
  '',
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01 `,
  `00-${traceId}-${spanId}`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `cc-${traceId}-${spanId}-01.more`,
])('%j is not the context of a trace', (value) => {
  expect(parseTraceparent(value)).toBeUndefined();
});

test('whatever is read is made of hexadecimal digits alone', () => {
  const near = fc.stringMatching(/^[0-9a-f]{2}-[0-9a-fA-F]{31,33}-[0-9a-f]{15,17}-[0-9a-f]{2}(-.{0,3})?$/);
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), (value) => {
      const read = parseTraceparent(value);
      if (!read) return;
      expect(`${read.traceId}-${read.spanId}`).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/);
    }),
  );
});
