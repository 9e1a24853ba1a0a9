import { expect, test } from 'vitest';
import { SharedByContent } from '#runtime/gateway/validation/schemas/shared-by-content.ts';

/** Whether two equal contents share their value. */
function isShared(content: () => object): boolean {
  const shared = new SharedByContent<object>();
  const [one, other] = [0, 1].map(() =>
    shared.valueFor(
      content(),
      () => ({}),
      () => ({}),
    ),
  );
  return one === other;
}

test.each<[string, boolean, () => object]>([
  ['an equal schema', true, () => ({ type: 'string', format: 'uuid' })],
  ['a schema that refers to its document', false, () => ({ items: { $ref: 's0' } })],
  ['a number that JSON cannot represent', false, () => ({ maximum: Infinity })],
  ['a very long schema', false, () => ({ enum: ['x'.repeat(5000)] })],
])('%s is shared: %s', (_, expected, content) => {
  expect(isShared(content)).toBe(expected);
});

test('different contents have different values', () => {
  const shared = new SharedByContent<object>();
  const valueOf = (content: object) =>
    shared.valueFor(
      content,
      () => ({}),
      () => ({}),
    );
  expect(valueOf({ maximum: 1 })).not.toBe(valueOf({ maximum: 2 }));
});
