// @module-tag full
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { bundleFiles } from './bundle-files.ts';

const schema = ($ref: string) => ({ schema: { $ref } });
const operation = { responses: {} };

describe('a hostile document', () => {
  const next = (level: number) => ({ $ref: `#/x-levels/l${level}` });

  test('that doubles at each level is cut short with one finding', () => {
    const levels = Array.from({ length: 18 }, (_, level) => [
      `l${level}`,
      { get: { callbacks: { a: { x: next(level + 1) }, b: { x: next(level + 1) } } } },
    ]);
    const root = {
      paths: { '/a': next(0) },
      'x-levels': { ...Object.fromEntries(levels), l18: { get: operation } },
    };
    expect(bundleFiles({ 'openapi.yaml': root }).findings).toEqual([
      expect.stringMatching(
        /^openapi\.yaml#\/x-levels\/l\d+\/get\/callbacks\/[ab]\/x\/\$ref reference-expansion$/,
      ),
    ]);
  });

  test('that goes ever deeper is cut short with one finding', () => {
    const levels = Array.from({ length: 20_000 }, (_, level) => [
      `l${level}`,
      { get: { callbacks: { a: { x: next(level + 1) } } } },
    ]);
    const root = {
      paths: { '/a': next(0) },
      'x-levels': { ...Object.fromEntries(levels), l20000: { get: operation } },
    };
    expect(bundleFiles({ 'openapi.yaml': root }).findings).toEqual([
      'openapi.yaml#/x-levels/l99/get/callbacks/a/x/$ref reference-expansion',
    ]);
  });

  describe('with 20,000 references, each to the next,', () => {
    const count = 20_000;
    const chain = (last: JsonObject, more: JsonObject = {}) => ({
      components: {
        schemas: {
          ...Object.fromEntries(
            Array.from({ length: count }, (_, at) => [`S${at}`, { $ref: `#/components/schemas/S${at + 1}` }]),
          ),
          [`S${count}`]: last,
          ...more,
        },
      },
    });

    test('is bundled, without a copy and with one', () => {
      const root = chain({ type: 'object' });
      expect(bundleFiles({ 'openapi.yaml': root }).contract).toBe(root);
      const copied = bundleFiles({
        'openapi.yaml': chain({ type: 'object' }, { Dog: { $ref: 'dog.yaml' } }),
        'dog.yaml': { type: 'string' },
      });
      expect(copied).toMatchObject({
        contract: chain({ type: 'object' }, { Dog: { type: 'string' } }),
        findings: [],
      });
    });

    test('is refused where the last leads to the first', () => {
      const { findings } = bundleFiles({ 'openapi.yaml': chain({ $ref: '#/components/schemas/S0' }) });
      expect(findings.length).toBe(count + 1);
      expect(findings[0]).toBe('openapi.yaml#/components/schemas/S0/$ref reference-cycle');
    });
  });

  test.each([{ components: 'foo' }, { components: { schemas: 'foo' } }])('%j is left as it is', (wrong) => {
    const root = { paths: { '/a': { parameters: [schema('a.yaml')] } }, ...wrong };
    const { contract } = bundleFiles({ 'openapi.yaml': root, 'a.yaml': {} });
    expect(contract).toMatchObject(wrong);
  });

  test('may have half a surrogate pair in a key', () => {
    const reference = '#/components/schemas/a%20\ud800%23';
    const root = { components: { schemas: { 'a \ud800#': {}, B: { allOf: [{ $ref: reference }] } } } };
    expect(bundleFiles({ 'openapi.yaml': root })).toMatchObject({ contract: root, findings: [] });
  });
});
