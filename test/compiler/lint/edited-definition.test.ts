import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { rules } from '#compiler/lint/rules.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import type { PathNode } from '#openapi/model.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { draws } from '../../full-run.ts';
import { examplesOf } from '../rule-examples.ts';

const file = 'apis/dog_park/v1/openapi.yaml';

/** Documents that many rules find something in. */
const documents = [
  ...['dog_park/v1', 'dog_park/v2', 'library_catalog/v1'].map((path) =>
    readFileSync(`examples/apis/${path}/openapi.yaml`, 'utf8'),
  ),
  ...rules.flatMap((rule) =>
    rule.checkDefinition
      ? examplesOf(rule).map(({ edits }) => applyExampleEdits(cleanSources, edits)[file] ?? '')
      : [],
  ),
];

/** A change of a text: some of it is replaced, by itself from elsewhere or by a piece of YAML. */
interface Edit {
  readonly place: number;
  readonly removed: number;
  readonly added: string | { readonly from: number; readonly length: number };
}

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const edit: fc.Arbitrary<Edit> = fc.record({
  place: fraction,
  removed: fc.constantFrom(0, 0, 1, 3, 20),
  added: fc.oneof(
    fc.constantFrom('a', 'Id', ' ', '\n', '"', ': ', 's', '{}', '# gatewright-ignore x\n'),
    fc.record({ from: fraction, length: fc.constantFrom(5, 30, 200) }),
  ),
});

/** Edits that move whole lines keep more texts valid. */
const lineEdit: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fraction, fraction, fc.constantFrom('remove', 'repeat', 'swap'))
  .map(([one, other, action]) => (text) => {
    const lines = text.split('\n');
    const [from, to] = [one, other].map((place) => Math.floor(place * lines.length)) as [number, number];
    if (action === 'remove') return lines.toSpliced(from, 1).join('\n');
    if (action === 'repeat') return lines.toSpliced(to, 0, lines[from] ?? '').join('\n');
    return lines
      .with(from, lines[to] ?? '')
      .with(to, lines[from] ?? '')
      .join('\n');
  });

const wordEdit: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fraction, fraction)
  .map(([one, other]) => (text) => {
    const words = [...text.matchAll(/[\w/-]+/g)];
    const [from, to] = [one, other].map((place) => words[Math.floor(place * words.length)]);
    if (!from || !to) return text;
    return text.slice(0, from.index) + to[0] + text.slice(from.index + from[0].length);
  });

/** Texts that rules look for in descriptions. */
const sayings = fc.constantFrom(
  'The access token of another system',
  'The version of the API',
  'Seconds since 1970',
  'Date (yyyy-MM-dd)',
  'The number of the page, zero-based, paginated',
  'An operator such as gte, or a range',
  '#/components/schemas/Dog',
);

const textEdit: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fraction, sayings)
  .map(([place, saying]) => (text) => {
    const all = [...text.matchAll(/(?<=(?:summary|description): )[^"'>|}\n][^}\n]*/g)];
    const found = all[Math.floor(place * all.length)];
    return found
      ? `${text.slice(0, found.index)}'${saying}'${text.slice(found.index + found[0].length)}`
      : text;
  });

function applyEdit(text: string, { place, removed, added }: Edit): string {
  const at = Math.floor(place * text.length);
  const from = typeof added === 'string' ? 0 : Math.floor(added.from * text.length);
  const piece = typeof added === 'string' ? added : text.slice(from, from + added.length);
  return text.slice(0, at) + piece + text.slice(at + removed);
}

const someEdit = fc.oneof(
  edit.map((one) => (text: string) => applyEdit(text, one)),
  lineEdit,
  wordEdit,
  wordEdit,
  textEdit,
  textEdit,
);

const padding = `# ${'-'.repeat(50_000)}\n`;

/** Makes mappings so long that an edit within them is read alone: shorter ones are read as a whole. */
function lengthen(text: string): string {
  return text.replaceAll(/^(?:paths|components|  schemas|  responses):\n/gm, (line) => line + padding);
}

async function lintText(text: string, store?: BuildStore) {
  const tree = memorySourceTree({ ...cleanSources, [file]: lengthen(text) });
  const edited = new Set(store ? [file] : []);
  const { diagnostics } = await check(tree, 'gateway.config.yaml', {
    store,
    edited,
    ...(store && { remembers: 'definitions' }),
  });
  return diagnostics;
}

test('what is found in an edited definition is what lint finds in its text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...documents),
      fc.array(fc.tuple(someEdit, fc.boolean()), { minLength: 1, maxLength: 8 }),
      async (start, edits) => {
        const store = new BuildStore('many');
        let text = start;
        await lintText(text, store);
        for (const [change, isTakenBack] of edits) {
          const next = change(text);
          expect(await lintText(next, store)).toEqual(await lintText(next));
          if (!isTakenBack) text = next;
        }
      },
    ),
    { numRuns: draws(60) },
  );
}, 300_000);

test('a rule that looks at other paths checks a path again when another is edited', async () => {
  const clean = cleanSources[file] ?? '';
  const link = '          links:\n            cats:\n              operationId: listCats\n';
  const cats = (id: string) =>
    `  /cats:\n    get:\n      operationId: ${id}\n      responses:\n        "200":\n          description: OK\n`;
  const dogs = `  /wolves:\n    get:\n      operationId: listWolves\n      responses:\n        "200":\n          description: OK\n${link}`;
  const links = (id: string) => clean.replace('\npaths:\n', () => `\npaths:\n${cats(id)}${dogs}`);
  const store = new BuildStore('many');
  for (const operationId of ['listCats', 'listCat', 'listCats2', 'listCats']) {
    const text = links(operationId);
    const found = await lintText(text, store);
    expect(found).toEqual(await lintText(text));
    expect(found.some(({ code }) => code === 'link-operation')).toBe(operationId !== 'listCats');
  }
});

test('the first edit of a definition that was just opened reads and checks only what it changes', async () => {
  const clean = cleanSources[file] ?? '';
  const checked: string[] = [];
  const [rule] = rules.filter(({ name }) => name === 'path-snake-case');
  const watching = [
    { ...rule!, checkDefinition: { path: (path: PathNode) => void checked.push(path.template) } },
  ];
  const store = new BuildStore('many');
  const contractOf = async (text: string, edited: readonly string[]) => {
    checked.length = 0;
    const { workspace } = await check(
      memorySourceTree({ ...cleanSources, [file]: lengthen(text) }),
      'gateway.config.yaml',
      { store, rules: watching, edited: new Set(edited), remembers: 'definitions' },
    );
    return workspace?.apis.find(({ value }) => value.name === 'DogPark')?.definition?.contract;
  };
  await contractOf(clean, []);
  const opened = await contractOf(clean, [file]);
  expect(checked).toEqual(['/dogs', '/dogs/{dogId}']);
  const edited = await contractOf(clean.replace('The dog is no longer', 'It is no longer'), [file]);
  expect(checked).toEqual(['/dogs/{dogId}']);
  expect(edited?.['components']).toBe(opened?.['components']);
  expect(edited?.['paths']).not.toEqual(opened?.['paths']);
});
