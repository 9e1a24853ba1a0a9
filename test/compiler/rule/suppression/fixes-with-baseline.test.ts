import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rules } from '#compiler/lint/rules.ts';
import { writeBaseline } from '#compiler/rule/suppression/baseline.ts';
import { draws } from '../../../full-run.ts';
import { lintWords } from './find-words.ts';

const file = 'apis/a/openapi.yaml';

const operation = (id: string, property: string) => `    get:
      ${id}
      parameters:
        - { name: parkId, in: query, schema: { type: string } }
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema:
                type: object
                properties:
                  ${property}: { type: string, example: "2020-01-01" }
`;

const definition = `openapi: 3.0.3
info: { title: A, version: "1" }
paths:
  /getDogs/parkNames:
${operation('operationId: readDogs', 'birthDate')}  /parkCats:
${operation('operationId: readCats', 'bornDate')}  /v1/snake:
${operation('summary: Read it', 'hatchDate')}`;

/** What a person changes to fix a finding, each on its own. */
const fixes: readonly (readonly [before: string, after: string])[] = [
  ['parkNames:', 'park_names:'],
  ['/getDogs/', '/dogs/'],
  ['/parkCats:', '/park_cats:'],
  ['/v1/snake:', '/snake:'],
  ['birthDate: {', 'birthDate: { format: date,'],
  ['bornDate: {', 'bornDate: { format: date,'],
  ['hatchDate: {', 'hatchDate: { format: date,'],
];

const fix = (text: string, [before, after]: readonly [string, string]) => text.replace(before, after);

async function makeBaseline(text: string): Promise<string> {
  const { suppressedFindings, sources } = await lintWords({ [file]: text }, rules);
  return writeBaseline(suppressedFindings.suppressible, sources);
}

const baseline = await makeBaseline(definition);

/** The findings that a baseline does not contain, and how many of it are not found. */
async function lintWith(text: string, known: string) {
  const { lines, suppressedFindings } = await lintWords(
    { [file]: text, 'gatewright-baseline.json': known },
    rules,
  );
  return { new: lines, obsolete: suppressedFindings.obsolete };
}

describe('every other finding stays in the baseline', () => {
  test.each(fixes)('once %j is fixed', async (before, after) => {
    const found = await lintWith(fix(definition, [before, after]), baseline);
    expect(found).toEqual({ new: [], obsolete: before === '/getDogs/' ? 2 : 1 });
  });

  test('once any are fixed, one after the other, at operations with ids', async () => {
    const ofOperations = fixes.filter(([before]) => !/snake|hatch/.test(before));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ofOperations), async (some) => {
        const found = await lintWith(some.reduce(fix, definition), baseline);
        expect(found.new).toEqual([]);
      }),
      { numRuns: draws(60) },
    );
  });
});

test('another path with other operations does not inherit the findings of a removed one', async () => {
  const other = definition.replace('/parkCats:', '/park_foxes:').replace('readCats', 'readFoxes');
  expect((await lintWith(other, baseline)).new).not.toEqual([]);
});

test('a baseline that an earlier version wrote is read, and does not follow a renamed key', async () => {
  const earlier = baseline.replaceAll(/,"keys":\{[^}]*\}/g, '');
  expect(earlier).not.toBe(baseline);
  expect(await lintWith(definition, earlier)).toEqual({ new: [], obsolete: 0 });
  expect((await lintWith(fix(definition, ['/parkCats:', '/park_cats:']), earlier)).new).not.toEqual([]);
});

describe('among paths of equal content', () => {
  const same = operation('summary: Read it', 'hatchDate');
  const paths = (...names: readonly string[]) =>
    `openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths:\n${names.map((name) => `  ${name}:\n${same}`).join('')}`;

  test.each<[string, string[], string[], number]>([
    ['one is renamed', ['/dogParks', '/parks'], ['/dog_parks', '/parks'], 0],
    [
      'one is renamed before others',
      ['/dogParks', '/parks', '/yards'],
      ['/dog_parks', '/parks', '/yards'],
      0,
    ],
    ['two are renamed', ['/dogParks', '/catParks'], ['/dog_parks', '/cat_parks'], 0],
    ['one is renamed, and one added', ['/dogParks'], ['/cat_parks', '/dog_parks'], 2],
    ['one is added', ['/dogParks', '/parks'], ['/dogParks', '/dog_parks', '/parks'], 2],
  ])('%s', async (_title, before, after, count) => {
    const known = await makeBaseline(paths(...before));
    const found = await lintWith(paths(...after), known);
    expect(found.new.length).toBe(count);
    expect(found.new.every((line) => !line.includes('dog_parks') || after.includes('/dogParks'))).toBe(true);
  });
});
