import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const file = 'apis/dog_park/v1/api.yaml';

/** The table's entry for the end of DogPark/v1, which is declared with its successor. */
async function compileDeprecation(deprecation: string) {
  const declared = cleanSources[file] ?? '';
  const successor = declared
    .replace('version: v1', 'version: v2')
    .replace('./openapi.yaml', '../v1/openapi.yaml')
    .replaceAll('https://dogs', 'https://new-dogs');
  const sources = {
    ...cleanSources,
    [file]: declared.replace('state: published', `state: deprecated\ndeprecation: ${deprecation}`),
    'apis/dog_park/v2/api.yaml': successor,
    'apis/dog_park/v1/subscriptions.yaml': `${cleanSources['apis/dog_park/v1/subscriptions.yaml']}since: 2025-12-31\n`,
  };
  const tree = memorySourceTree(sources);
  const { compiled, diagnostics } = await build(tree, 'gateway.config.yaml', 'production');
  return {
    told: compiled?.manifest.apis.map(({ version, deprecation: told }) => [version, told]),
    errors: diagnostics.filter(({ severity }) => severity === 'error').map(({ at }) => at.pointer),
  };
}

test('dates become seconds, and a successor becomes its address', async () => {
  const link = 'https://parks.example.edu/moving';
  expect(
    await compileDeprecation(
      `{ since: 2026-01-31, sunset: 2027-01-31, link: ${link}, successor: DogPark/v2 }`,
    ),
  ).toEqual({
    told: [
      ['v1', { since: 1_769_817_600, sunset: 1_801_353_600, link, successor: 'dog_park/v2' }],
      ['v2', undefined],
    ],
    errors: [],
  });
});

test('what is not declared is left out', async () => {
  expect(await compileDeprecation('{ since: 2026-01-31 }')).toEqual({
    told: [
      ['v1', { since: 1_769_817_600 }],
      ['v2', undefined],
    ],
    errors: [],
  });
});

test.each([
  ['{ since: 2026-02-30 }', '/deprecation/since'],
  ['{ since: 2026-01-31T00:00:00Z }', '/deprecation/since'],
  ['{ sunset: 2026-01-31 }', '/deprecation'],
  ['{ since: 2026-01-31, link: "https://parks.example.edu/>; rel=x, <y" }', '/deprecation/link'],
  ['{ since: 2026-01-31, link: "https://parks.example.edu/\\r\\nX: y" }', '/deprecation/link'],
  ['{ since: 2026-01-31, link: javascript:alert(1) }', '/deprecation/link'],
  ['{ since: 2026-01-31, successor: v2 }', '/deprecation/successor'],
])('%s is refused', async (deprecation, pointer) => {
  expect(await compileDeprecation(deprecation)).toEqual({ told: undefined, errors: [pointer] });
});
