import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { findForeignText, withNumberTexts, withSourceTexts } from '#compiled/contract/number-texts.ts';
import { digestOf } from '#compiled/digest.ts';
import { findViolations } from '#compiled/invariants.ts';
import { buildTable, defineApi } from '../../runtime/table-builder.ts';

const contract = { 'x-limits': [1.1, 'text', { deep: 1000 }] };

describe('texts of numbers', () => {
  test('are written in place of the numbers', () => {
    const texts = { 'x-limits': { 0: '1.10', 2: { deep: '1e3' } } };
    expect(JSON.stringify(withNumberTexts(contract, texts))).toBe('{"x-limits":[1.10,"text",{"deep":1e3}]}');
    expect(findForeignText(contract, texts)).toBeUndefined();
  });

  test.each([
    ['of another number', { 'x-limits': { 0: '1.20' } }],
    ['that is markup', { 'x-limits': { 0: '1.1</script>' } }],
    ['that is no number of JSON', { 'x-limits': { 0: '+1.10' } }],
    ['of a text', { 'x-limits': { 1: '1' } }],
    ['of an object', { 'x-limits': { 2: '1' } }],
    ['of nothing', { 'x-other': '1.10' }],
    ['of what every object has', { constructor: { name: '1' } }],
  ])('are ignored, and reported in a table, if they are %s', (_kind, texts) => {
    expect(JSON.stringify(withNumberTexts(contract, texts))).toBe(JSON.stringify(contract));
    expect(findForeignText(contract, texts)).toBeDefined();
  });

  test('stay the same in JSON that is parsed', () => {
    const text = '{"a":[1.10,-0,1e400,12345678901234567890]}';
    expect(JSON.stringify(withSourceTexts(text))).toBe(text);
  });
});

test('a table whose texts are of other numbers violates an invariant', () => {
  const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
  const table = buildTable({
    apis: [defineApi({ endpoints, contract, numberTexts: { 'x-limits': { 0: '1.20' } } })],
    applications: [],
    subscriptions: [],
  });
  const [part] = table.apis.values();
  expect(findViolations(table)).toEqual([
    `A text in the part ${digestOf(canonicalJson(part))} is not that of the number at /x-limits/0.`,
  ]);
});
