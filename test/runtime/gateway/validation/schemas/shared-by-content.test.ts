import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { eventually } from '../../../../eventually.ts';
import { full } from '../../../../full-run.ts';
import { openDocument } from '#openapi/open-document.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
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

test('validators that are no longer shared are released, with what compiled them', full, async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const document = openDocument({ openapi: '3.1.0', info: { title: 'Dogs', version: '1' }, paths: {} });
  // Schemas that no other test has, since what it holds would stay.
  const compile = (index: number) =>
    new SchemaBag(document, 'request').compile({ type: 'string', maxLength: 7_000_000 + index });
  const first = new WeakRef(compile(1));
  for (let index = 2; index < 5600; index += 1) compile(index);
  // A weak reference holds its target until the task ends that made or read it, and a compiler thread until it has ended.
  await eventually(() => {
    collect();
    // An error would hold the value.
    expect(first.deref() === undefined).toBe(true);
  });
});
