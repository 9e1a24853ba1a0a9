import { expect, test } from 'vitest';
import { packJson, unpackJson } from '#serve/served/packed-json.ts';

const finding = { code: 'path-noun', message: 'The path is a verb.', help: 'Use a noun.' };

test('long JSON is compressed, and its equal strings become one', () => {
  const findings = Array.from({ length: 1000 }, (_, line) => ({ ...finding, line }));
  const packed = packJson(findings);
  expect(packed.length).toBeLessThan(JSON.stringify(findings).length / 10);
  expect(unpackJson(packed)).toEqual(findings);
});

test('short JSON is only encoded, since to compress thousands of short texts takes seconds', () => {
  expect(Buffer.from(packJson(finding)).toString()).toBe(JSON.stringify(finding));
  expect(unpackJson(packJson([]))).toEqual([]);
  expect(unpackJson(packJson({ name: 'Zürich 🚋' }))).toEqual({ name: 'Zürich 🚋' });
});

test('it is read as its JSON would be, in however many pieces it was packed', () => {
  const findings = Array.from({ length: 20_001 }, (_, line) => ({
    ...finding,
    line,
    related: [],
    fix: undefined,
  }));
  for (const value of [
    { settings: 'none', notices: [], missing: undefined, findings, counts: { '': 0, nested: [1, [2]] } },
    findings,
    Array.from({ length: 2000 }, (_, index) => (index === 999 ? undefined : index)),
    {},
    { ä: 'x'.repeat(2_000_000) },
  ])
    expect(unpackJson(packJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
});

test.each([
  ['cut short JSON', Buffer.from('{"code":'), SyntaxError],
  ['cut compressed JSON', packJson(Array.from({ length: 5000 }, () => finding)).slice(0, 40), Error],
  ['nothing', new Uint8Array(), SyntaxError],
])('%s is refused', (_, packed, error) => {
  expect(() => unpackJson(packed)).toThrow(error);
});

test('it has a buffer of its own, which can be sent to another thread', () => {
  for (const value of [finding, Array.from({ length: 5000 }, () => finding)]) {
    const packed = packJson(value);
    expect(packed.buffer.byteLength).toBe(packed.length);
  }
});
