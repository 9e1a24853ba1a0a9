import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { compare } from '#pipeline/compare.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

test('ignores the findings of design rules and their suppressions', async () => {
  const ignored =
    '- { rule: path-snake-case, file: apis/dog_park/v1/openapi.yaml, pointer: "", reason: as it was }\n';
  const files = {
    ...cleanSources,
    'tiers.yaml': `${cleanSources['tiers.yaml']}# gatewright-ignore path-plural: as it was\n`,
    'gatewright-ignore.yaml': ignored,
  };
  const tree = memorySourceTree(files);
  const { base, head, plan } = await compare(tree, tree, 'gateway.config.yaml', 'production');
  expect([base.diagnostics, head.diagnostics, plan?.changes]).toEqual([[], [], []]);
});

test('compiles once what both states contain', async () => {
  const folder = 'apis/cat_park/v1';
  const renamed = cleanSources['apis/dog_park/v1/api.yaml']
    ?.replace('DogPark', 'CatPark')
    .replace('/dog_park', '/cat_park')
    .replaceAll('dogs', 'cats');
  const [base, head] = ['cats-team', 'pets-team'].map((owner) =>
    memorySourceTree({
      ...cleanSources,
      [`${folder}/api.yaml`]: renamed?.replace('parks-team', owner) ?? '',
      [`${folder}/openapi.yaml`]: cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '',
    }),
  );
  if (!base || !head) throw new Error('one of the two states is missing');
  const compared = await compare(base, head, 'gateway.config.yaml', 'production');
  const parts = [compared.base, compared.head].map((side) => [...(side.compiled?.apis.values() ?? [])]);
  const shared = parts[0]?.filter((part) => parts[1]?.includes(part));
  expect(shared?.map(({ name }) => name)).toEqual(['DogPark']);
  expect(compared.plan?.changes.map(({ message }) => message)).toEqual([
    'CatPark/v1: owner cats-team → pets-team.',
  ]);
});
