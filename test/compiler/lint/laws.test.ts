import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Json, JsonObject } from '#compiled/json.ts';
import { isJsonObject } from '#compiled/json.ts';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { draws, full } from '../../full-run.ts';
import { publicDocuments, readPublicDocument } from '../../public-documents.ts';
import { breaches } from './breaches.ts';
import { lintTexts } from './lint-texts.ts';
import { splitDefinition } from './split-definition.ts';

/** Rule and message, sorted: the findings without their places. */
function describeKinds(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, message }) => `${code} ${message}`).toSorted();
}

/** With the pointer too, for the same document written in another way. */
function describePointers(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, message, at }) => `${code} ${at.pointer} ${message}`).toSorted();
}

/** The clean document with some of the breaches of the rules in it. */
const brokenDefinition = fc
  .subarray([...breaches])
  .map((chosen) =>
    chosen.reduce((text, { replace, by }) => text.replace(replace, () => by), cleanDefinition),
  );

/** The same value with the members of every object in another order. */
function reorder(value: Json, seed: number): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => reorder(item, seed));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).toSorted(
    (a, b) => ((a.length * seed) % 7) - ((b.length * seed) % 7) || (a < b ? 1 : -1),
  );
  return Object.fromEntries(keys.map((key) => [key, reorder(value[key]!, seed)]));
}

describe('the findings of a document', () => {
  test('are the same split into files and bundled', async () => {
    await fc.assert(
      fc.asyncProperty(brokenDefinition, async (text) => {
        const whole = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
        const split = await lintTexts(splitDefinition(parse(text) as JsonObject), 'openapi.json');
        expect(describeKinds(split)).toEqual(describeKinds(whole));
      }),
      { numRuns: draws(40) },
    );
  });

  test('are the same in YAML and in JSON, whatever the order of keys', async () => {
    await fc.assert(
      fc.asyncProperty(brokenDefinition, fc.integer({ min: 1, max: 6 }), async (text, seed) => {
        const value = parse(text) as JsonObject;
        const whole = describePointers(await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml'));
        const json = JSON.stringify(reorder(value, seed), null, 2);
        const yaml = stringify(reorder(value, seed), { aliasDuplicateObjects: false });
        expect(describePointers(await lintTexts({ 'openapi.json': json }, 'openapi.json'))).toEqual(whole);
        expect(describePointers(await lintTexts({ 'openapi.yaml': yaml }, 'openapi.yaml'))).toEqual(whole);
      }),
      { numRuns: draws(40) },
    );
  });

  test('move by as many lines as are put above it', async () => {
    await fc.assert(
      fc.asyncProperty(brokenDefinition, fc.integer({ min: 1, max: 40 }), async (text, lines) => {
        const before = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
        const after = await lintTexts({ 'openapi.yaml': '# \n'.repeat(lines) + text }, 'openapi.yaml');
        expect(after).toEqual(before.map((diagnostic) => moveDown(diagnostic, lines)));
      }),
      { numRuns: draws(40) },
    );
  });

  test.each(publicDocuments.slice(0, 6))(
    'are the same in %s split, in YAML and with other orders of keys',
    full,
    async (name) => {
      const text = readPublicDocument(name);
      const value = JSON.parse(text) as JsonObject;
      const whole = await lintTexts({ 'openapi.json': text }, 'openapi.json');
      expect(whole.length).toBeGreaterThan(0);
      const yaml = stringify(reorder(value, 3), { aliasDuplicateObjects: false });
      expect(describePointers(await lintTexts({ 'openapi.yaml': yaml }, 'openapi.yaml'))).toEqual(
        describePointers(whole),
      );
      if (!Object.hasOwn(value, 'components')) return;
      expect(describeKinds(await lintTexts(splitDefinition(value), 'openapi.json'))).toEqual(
        describeKinds(whole),
      );
    },
  );
});

function moveDown(diagnostic: Diagnostic, lines: number): Diagnostic {
  const move = (at: Diagnostic['at']): Diagnostic['at'] => ({
    ...at,
    line: at.line + lines,
    endLine: at.endLine + lines,
  });
  const { at, related, ...said } = diagnostic;
  return {
    ...said,
    at: move(at),
    ...(related && { related: related.map((one) => ({ ...one, at: move(one.at) })) }),
  };
}
