import { expect, test } from 'vitest';
import { evaluateDeployment } from '#cli/plan/evaluate-deployment.ts';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { addApi } from '#compiler/rule/example-edits.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import { exampleOperation } from '#compiler/plan/history/example-operation.ts';
import { compareEdits } from '../../compiler/plan/compare-files.ts';

const file = 'apis/dog_park/v2/api.yaml';
const ownDefinition: readonly ExampleEdit[] = [
  { file, replace: '../../dog_park/v1/openapi.yaml', by: './openapi.yaml' },
  { file: 'apis/dog_park/v2/openapi.yaml', content: cleanDefinition.replace(exampleOperation, '') },
];

async function previousVersions(base: readonly ExampleEdit[], head: readonly ExampleEdit[]) {
  const comparison = await compareEdits(base, head);
  const { changes } = evaluateDeployment({ deployment: 'production', comparison });
  return changes.flatMap(({ id, subject, breaksPrevious }) =>
    breaksPrevious ? [{ id, name: subject.name, breaksPrevious }] : [],
  );
}

const removed = {
  id: 'operation-removed',
  compatibility: 'breaking',
  path: '',
  message: 'DELETE /dogs/{dogId} was removed.',
  operations: ['DELETE /dogs/{dogId}'],
};

test('a new version shows what it breaks of the one before', async () => {
  expect(await previousVersions([], [addApi('dog_park/v2'), ...ownDefinition])).toEqual([
    { id: 'api-added', name: 'DogPark/v2', breaksPrevious: { api: 'DogPark/v1', changes: [removed] } },
  ]);
});

test('so does a version that is published', async () => {
  const created = addApi('dog_park/v2', { state: 'created' });
  const publish = { file, replace: 'created', by: 'published' };
  expect(await previousVersions([created, ...ownDefinition], [publish])).toEqual([
    {
      id: 'api-state-changed',
      name: 'DogPark/v2',
      breaksPrevious: { api: 'DogPark/v1', changes: [removed] },
    },
  ]);
});

test('a first version and a change of a version show nothing of it', async () => {
  const cats = addApi('cat_park/v1', { name: 'CatPark', context: '/cat_park', version: 'v1' });
  expect(await previousVersions([], [cats])).toEqual([]);
  expect(
    await previousVersions(
      [cats],
      [{ file: 'apis/cat_park/v1/api.yaml', replace: 'parks-team', by: 'cats' }],
    ),
  ).toEqual([]);
});

test('a new API shows where its calls go, with the keys that it has an endpoint for', async () => {
  const comparison = await compareEdits([], [addApi('dog_park/v2')]);
  const { changes } = evaluateDeployment({ deployment: 'production', comparison });
  expect(changes.map(({ id, callsGoTo }) => [id, callsGoTo])).toEqual([
    ['api-added', [{ keySet: 'production', urls: ['https://dog-park-v2.internal.example.edu'] }]],
  ]);
});
