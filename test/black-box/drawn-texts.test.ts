// @module-tag full
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { draws } from '../full-run.ts';
import { acceptText } from './drawn-texts/accept-text.ts';
import { compareTable } from './drawn-texts/compare-table.ts';
import { closedFields } from './drawn-texts/closed-fields.ts';
import { drawText, isHostile } from './drawn-texts/hostile-texts.ts';
import { knownTexts } from './drawn-texts/known-texts.ts';
import { listDocumentFields } from './drawn-texts/list-document-fields.ts';
import { listTextFields } from './drawn-texts/text-fields.ts';

const fields = [...listTextFields(), ...listDocumentFields()];

/** How many texts a table has. */
const textsInTable = 80;

/** How many texts are drawn; `DRAWN_TEXTS=2000` draws more of them. */
const count = Number(process.env['DRAWN_TEXTS'] ?? draws(160));

const upstreams = { production: 'http://127.0.0.1:1', sandbox: 'http://127.0.0.1:2' };

test('lint accepts most texts that are drawn for a field, and some that mean something', async () => {
  const closed: string[] = [];
  for (const field of fields) {
    const results = await Promise.all(
      fc
        .sample(drawText([field]), { numRuns: 4, seed: 34 })
        .map((draw, index) => acceptText(draw, index, upstreams)),
    );
    const texts = results.flatMap((result) => ('text' in result ? [result.text] : []));
    if (texts.length < 2 || !texts.some(isHostile)) closed.push(field.name);
  }
  expect(closed.filter((name) => !closedFields.some((pattern) => pattern.test(name)))).toEqual([]);
});

describe.skipIf(whyNoEnvoy)(`on Envoy${whyNoEnvoy}`, () => {
  const options = { timeout: 3_600_000 };

  test(
    'texts that meant something to Envoy are answered as by the built-in data plane',
    options,
    async () => {
      const texts = await compareTable((upstream) =>
        Promise.all(
          knownTexts.map(([name, text], index) => {
            const field = fields.find((each) => each.name === name);
            if (!field) throw new Error(`There is no field ${name}.`);
            return acceptText({ field, insertions: [text], place: 1 }, index, upstream);
          }),
        ),
      );
      expect(texts.differences).toEqual([]);
      expect(texts.refused).toEqual([]);
    },
  );

  test('whatever text is declared, Envoy answers as the built-in data plane does', options, async () => {
    const seed = Number(process.env['DRAWN_SEED'] ?? Date.now() % 2 ** 31);
    const drawn = fc.sample(drawText(fields), { numRuns: count, seed });
    const failures: unknown[] = [];
    let [accepted, refused] = [0, 0];
    for (let start = 0; start < count; start += textsInTable) {
      const texts = drawn.slice(start, start + textsInTable);
      try {
        const table = await compareTable((upstream) =>
          Promise.all(texts.map((draw, index) => acceptText(draw, index, upstream))),
        );
        failures.push(...table.differences);
        accepted += table.accepted;
        refused += table.refused.length;
      } catch (error) {
        // The other tables show what else fails.
        failures.push({ start, error });
      }
    }
    expect({ seed, failures }).toEqual({ seed, failures: [] });
    expect(accepted).toBeGreaterThan(refused);
  });
});
