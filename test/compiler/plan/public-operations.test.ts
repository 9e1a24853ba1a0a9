import { expect, test } from 'vitest';
import { editApi, editDefinition } from '#compiler/rule/example-edits.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import { evaluateComparison } from '#pipeline/compare.ts';
import { compareEdits } from './compare-files.ts';

const declare = (fields: string) => editApi('endpoints:', `${fields}\nendpoints:`);
const publish = (path: string) => declare(`operationAccess: { "GET ${path}": public }`);
const kennels = `  /dogs/kennels:
    get:
      responses:
        '200': { description: The kennels. }
`;
const addKennels = editDefinition('  /dogs/{dogId}:\n', `${kennels}  /dogs/{dogId}:\n`);
const removeKennels = editDefinition(kennels, '');
const rename = [
  editDefinition('  /dogs/{dogId}:\n', '  /dogs/{houndId}:\n'),
  editDefinition('- name: dogId', '- name: houndId'),
];

async function comparison(base: readonly ExampleEdit[], head: readonly ExampleEdit[]) {
  const compared = await compareEdits(base, head);
  const changes = compared.plan.changes.filter(({ id }) => /^(api-became|operation-(became|limit))/.test(id));
  const broken = evaluateComparison(compared).findings.filter(
    ({ code }) => code === 'breaking-setting-in-version',
  );
  return {
    changes: changes.map(({ id, sensitive, message }) => `${id} ${sensitive ?? 'ordinary'}: ${message}`),
    broken: broken.map(({ message }) => message),
  };
}

test('a removed path that a public operation matches is open to everyone', async () => {
  expect(await comparison([publish('/dogs/{dogId}'), addKennels], [removeKennels])).toEqual({
    changes: [
      'operation-became-public access: DogPark/v1: everyone can call GET /dogs/kennels without a token, ' +
        '60 requests a minute from one address, since its path was removed and the public GET /dogs/{dogId} matches it.',
    ],
    broken: [],
  });
});

test('a removed path that no public operation matches is open to nobody', async () => {
  expect(await comparison([publish('/dogs'), addKennels], [removeKennels])).toEqual({
    changes: [],
    broken: [],
  });
});

test('a removed public path was open before', async () => {
  const both = declare('operationAccess: { "GET /dogs/{dogId}": public, GET /dogs/kennels: public }');
  const head = [removeKennels, editApi(', GET /dogs/kennels: public', '')];
  expect(await comparison([both, addKennels], head)).toEqual({ changes: [], broken: [] });
});

test('another name of a path parameter makes no operation public', async () => {
  const head = [...rename, editApi('GET /dogs/{dogId}', 'GET /dogs/{houndId}')];
  expect(await comparison([publish('/dogs/{dogId}')], head)).toEqual({ changes: [], broken: [] });
});

test('another name of a path parameter hides no operation that requires a token', async () => {
  expect(await comparison([publish('/dogs/{dogId}')], rename)).toEqual({
    changes: [
      'operation-became-protected access: DogPark/v1: GET /dogs/{dogId} requires a token, which callers without a subscription cannot get.',
    ],
    broken: [
      'DogPark/v1 is published, but it no longer lets callers without a token call GET /dogs/{dogId}.',
    ],
  });
});

test('another name of a path parameter changes no limit of an operation', async () => {
  const limit = declare('operationLimits: { "GET /dogs/{dogId}": { requests: 1, unit: second } }');
  const head = [...rename, editApi('GET /dogs/{dogId}', 'GET /dogs/{houndId}')];
  expect(await comparison([limit], head)).toEqual({ changes: [], broken: [] });
});

const wholly = declare('access: public');

test('a version that becomes public is one change, and so is the end of it', async () => {
  expect(
    await comparison(
      [publish('/dogs')],
      [editApi('operationAccess: { "GET /dogs": public }', 'access: public')],
    ),
  ).toEqual({
    changes: [
      'api-became-public access: DogPark/v1: everyone can call every operation, including future ones, without ' +
        'a token, 60 requests a minute from one address.',
    ],
    broken: [],
  });
  expect(
    await comparison([wholly], [editApi('access: public', 'operationAccess: { "GET /dogs": public }')]),
  ).toEqual({
    changes: [
      'api-became-protected access: DogPark/v1: POST /dogs, DELETE /dogs/{dogId}, GET /dogs/{dogId} and PUT /dogs/{dogId} require a token, which callers without a subscription cannot get.',
    ],
    broken: [
      'DogPark/v1 is published, but it no longer lets callers without a token call POST /dogs, DELETE /dogs/{dogId}, GET /dogs/{dogId} and PUT /dogs/{dogId}.',
    ],
  });
});

test('an operation that a public version gains is open to everyone', async () => {
  expect(await comparison([wholly], [addKennels])).toEqual({
    changes: [
      'operation-became-public access: DogPark/v1: everyone can call GET /dogs/kennels without a token, 60 requests a minute from one address.',
    ],
    broken: [],
  });
});
