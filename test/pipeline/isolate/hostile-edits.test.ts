// @module-tag full
import { expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { type Files, openIsolating } from './isolating.ts';

const [apiFile, userFile, tierFile] = ['apis/dog_park/v1/api.yaml', 'users/ada.yaml', 'tiers.yaml'];
const textOf = (file: string): string => cleanSources[file] ?? '';

const base: Files = {
  ...cleanSources,
  'gateway.config.yaml': `${textOf('gateway.config.yaml')}reload: { isolate: true }\n`,
};

/** Serves one state after another, each given by what differs from the base; undefined for files that are removed. */
async function serveStates(...states: readonly Readonly<Record<string, string | undefined>>[]) {
  const serve = openIsolating();
  let last = await serve(base);
  for (const state of states) {
    const files = Object.entries({ ...base, ...state });
    last = await serve(
      Object.fromEntries(
        files.flatMap(([file, text]) => (text === undefined ? [] : [[file, text] as const])),
      ),
    );
  }
  const { table, held, errors } = last;
  if (!table) throw new Error(`nothing is served:\n${errors.join('\n')}`);
  return { table, held };
}

const usersOf = ({ manifest }: Compiled) => manifest.users.map(({ name, state }) => `${name} ${state}`);
const tiersOf = ({ manifest }: Compiled) => manifest.tiers.map(({ name }) => name);

const userNamed = (name: string) => textOf(userFile).replace('name: ada', `name: ${name}`);
const disabled = (text: string) => `${text}state: disabled\n`;
const silver = `${textOf(tierFile)}---\n${textOf(tierFile).replace('gold', 'silver')}`;

/** The file of an API of another team, whose definition is a path that somebody chose. */
const otherApi = (definition: string): Files => ({
  'apis/other/api.yaml': textOf(apiFile)
    .replace('DogPark', 'Other')
    .replace('dog_park', 'other')
    .replace('./openapi.yaml', definition),
});

const ofOther = ['Api Other/v1'];

test('an API that names declarations as its definition holds none of them back', async () => {
  const naming = otherApi('../../users/ada.yaml');
  const changed = await serveStates({ ...naming, [userFile]: disabled(textOf(userFile)) });
  expect(usersOf(changed.table)).toEqual(['ada disabled']);
  expect(changed.held).toEqual(ofOther);

  const stays = await serveStates(naming, { ...naming, [userFile]: disabled(textOf(userFile)) });
  expect(usersOf(stays.table)).toEqual(['ada disabled']);

  const eve = { 'users/eve.yaml': userNamed('eve') };
  const removed = await serveStates(eve, otherApi('../../users/eve.yaml'));
  expect(usersOf(removed.table)).toEqual(['ada active']);
  const added = await serveStates({ ...eve, ...otherApi('../../users/eve.yaml') });
  expect(usersOf(added.table)).toEqual(['ada active', 'eve active']);

  const blocked = textOf(apiFile).replace('published', 'blocked');
  const ofApi = await serveStates({ ...otherApi('../dog_park/v1/api.yaml'), [apiFile]: blocked });
  expect(ofApi.table.manifest.apis.map(({ state }) => state)).toEqual(['blocked']);
  expect(ofApi.held).toEqual(ofOther);
});

test('a declaration with an error that an API names as its definition is held back by itself', async () => {
  const broken = { [userFile]: `${textOf(userFile)}more: [\n`, [tierFile]: silver };
  const { table, held } = await serveStates({ ...broken, ...otherApi('../../users/ada.yaml') });
  expect(held).toEqual([...ofOther, 'User ada']);
  expect(tiersOf(table)).toEqual(['gold', 'silver']);
});

test('the end of a document may be marked', async () => {
  const users = (...names: readonly string[]) => names.map(userNamed);
  for (const [start, join, end] of [
    ['', '...\n', ''],
    ['', '...\n---\n', '...\n'],
    ['%YAML 1.2\n---\n', '...\n%YAML 1.2\n---\n', ''],
    ['# All of them.\n--- # Of them\n', '--- # Next\n', ''],
    ['', '... # done\n# and\n\n---\n', '...\n'],
  ] as const) {
    const file = (texts: readonly string[]) => ({ [userFile]: `${start}${texts.join(join)}${end}` });
    const [ada = '', bob = '', eve = ''] = users('ada', 'bob', 'eve');
    const broken = `${eve}more: [\n`;
    const { table, held } = await serveStates(file([ada, bob, eve]), file([disabled(ada), broken]));
    expect(usersOf(table), JSON.stringify([start, join, end])).toEqual(['ada disabled', 'eve active']);
    expect(held).toEqual(['User eve']);
  }
});

test('documents that are put together are as they were', async () => {
  const indented = userNamed('bob').replaceAll(/^(?=.)/gm, '  ');
  const other = `${userNamed('eve')}unknwon: 1\n`;
  const file = (bob: string) => ({ [userFile]: `${textOf(userFile)}---\n${bob}` });
  const { table, held } = await serveStates(file(`${indented}---\n${other}`));
  expect(usersOf(table)).toEqual(['ada active', 'bob active']);
  expect(held).toEqual(['User eve']);
});

test('of several documents of a declaration, each takes away what it does not give', async () => {
  for (const files of [
    { [userFile]: disabled(textOf(userFile)), 'users/copy.yaml': textOf(userFile) },
    { 'users/copy.yaml': disabled(textOf(userFile)) },
    { [userFile]: `${textOf(userFile)}---\n${disabled(textOf(userFile))}unknwon: 1\n` },
    { [userFile]: `${disabled(textOf(userFile))}more: [\n`, 'users/copy.yaml': disabled(textOf(userFile)) },
  ]) {
    const { table, held } = await serveStates(files);
    expect(usersOf(table)).toEqual(['ada disabled']);
    expect(held).toEqual(['User ada']);
  }
});

test('addresses, undeclared operations and visibility are taken away next to an error', async () => {
  const wide = `${textOf(apiFile)}alsoAt:
  - { path: /parks/dogs }
  - { path: /parks/old }
operations: { undeclared: pass }
`;
  const withoutAddress = wide.replace('  - { path: /parks/old }\n', '');
  const refusing = wide.replace('undeclared: pass', 'undeclared: refuse');
  const errors: readonly Files[] = [
    {
      [apiFile]: 'deployments: { nowhere: { endpoints: { production: { url: https://x.example.edu } } } }\n',
    },
    { [apiFile]: 'unknwon: 1\n' },
  ];
  const serve = async (text: string, error: Files) => {
    const states = [{ [apiFile]: wide }, { [apiFile]: text + (error[apiFile] ?? '') }];
    const { table, held } = await serveStates(...states);
    expect(held).toEqual(['Api DogPark/v1']);
    const [api] = table.manifest.apis;
    const part = api && table.apis.get(api.part);
    return [api?.alsoAt?.map(({ path }) => path), part?.undeclared, part?.visibility];
  };
  const both = ['/parks/dogs', '/parks/old'];
  for (const error of errors) {
    expect(await serve(wide, error)).toEqual([both, 'pass', undefined]);
    expect(await serve(withoutAddress, error)).toEqual([['/parks/dogs'], 'pass', undefined]);
    expect(await serve(refusing, error)).toEqual([both, undefined, undefined]);
    expect(await serve(`${wide}visibility: owners\n`, error)).toEqual([both, 'pass', 'owners']);
  }
  const [whole = {}] = errors;
  expect(await serve(textOf(apiFile), whole)).toEqual([undefined, undefined, undefined]);
});

test('a stricter definition at another path takes access away', async () => {
  const definition = textOf('apis/dog_park/v1/openapi.yaml');
  const withoutPaths = definition.replace(/^paths:[^]*?(?=^\S)/m, 'paths: {}\n');
  expect(withoutPaths).not.toBe(definition);
  const moved = textOf(apiFile).replace('./openapi.yaml', './next.yaml');
  const operationsOf = async (api: string, next: string) => {
    const { table, held } = await serveStates({ [apiFile]: api, 'apis/dog_park/v1/next.yaml': next });
    expect(held).toEqual(['Api DogPark/v1']);
    return [...table.apis.values()].map(({ operations }) => operations.length);
  };
  const error = 'unknwon: 1\n';
  const [count = 0] = await operationsOf(moved + error, definition);
  expect(count).toBeGreaterThan(0);
  expect(await operationsOf(moved + error, withoutPaths)).toEqual([0]);
  expect(await operationsOf(`${moved + error}---\n${moved}`, withoutPaths)).toEqual([0]);
  expect(await operationsOf(textOf(apiFile) + error, withoutPaths)).toEqual([count]);
  expect(await operationsOf(moved + error, 'odd')).toEqual([count]);
});

test('a long outage costs as much for each reload as a short one, and gives nothing back', async () => {
  const counts = { builds: 0, compiles: 0 };
  const serve = openIsolating(undefined, (builder) => ({
    build: (...given) => {
      counts.builds += 1;
      return builder.build(...given);
    },
    compile: (checked) => {
      counts.compiles += 1;
      return builder.compile(checked);
    },
  }));
  await serve(base);
  const definition = textOf('apis/dog_park/v1/openapi.yaml');
  const work: number[] = [];
  for (let reload = 0; reload < 30; reload += 1) {
    Object.assign(counts, { builds: 0, compiles: 0 });
    const secrets = reload === 3 ? '' : `'sha256:${'0'.repeat(64)}'`;
    const application = textOf('applications/dog_walker.yaml').replace(/'sha256:0+'/, secrets);
    const { table, held } = await serve({
      ...base,
      [apiFile]: `${textOf(apiFile)}unknwon: 1\n`,
      'apis/dog_park/v1/openapi.yaml': definition.replace('title:', `x-reload: ${reload}\n  title:`),
      'applications/dog_walker.yaml': `${application}tokensNotBefore: 2026-01-01T00:00:${10 + reload}Z\nodd: ${reload}\n`,
      'users/ada.yaml': reload === 2 ? disabled(textOf(userFile)) : `${textOf(userFile)}# ${reload}\n`,
    });
    expect(held).toEqual(['Api DogPark/v1', 'Application DogWalker']);
    const [keySet] = table?.manifest.applications[0]?.keySets ?? [];
    expect(keySet?.secretDigests.length).toBe(reload < 3 ? 1 : 0);
    expect(table && usersOf(table)).toEqual([reload === 2 ? 'ada disabled' : 'ada active']);
    work.push(counts.builds + counts.compiles);
  }
  expect(Math.max(...work.slice(10))).toBeLessThanOrEqual(Math.max(...work.slice(0, 10)));
  expect(Math.max(...work)).toBeLessThan(20);
});

test('a name that is not a plain word counts as unreadable', async () => {
  for (const name of ['[ada', '{ada', '&ada', '*ada', '!ada', '|', '"ada', "'ada", '[ada]', '{ada: x}']) {
    const broken = textOf(userFile).replace('name: ada', `name: ${name}`);
    const { table, held } = await serveStates({ [userFile]: broken, [tierFile]: silver });
    expect(held, name).toEqual(['User ada']);
    expect(usersOf(table)).toEqual(['ada active']);
    expect(tiersOf(table)).toEqual(['gold', 'silver']);
  }
  const quoted = textOf(userFile)
    .replace('name: ada', "name: 'ada' # she")
    .replace('kind: User', '"kind": User');
  expect((await serveStates({ [userFile]: `${disabled(quoted)}odd: 1\n` })).held).toEqual(['User ada']);
});

test('the document of a declaration may be named in the ways that YAML has', async () => {
  const flow = `{ kind: User, name: ada, state: disabled, odd: 1 }\n`;
  const { table, held } = await serveStates({ [userFile]: flow });
  expect(held).toEqual(['User ada']);
  expect(usersOf(table)).toEqual(['ada disabled']);
});

test('an API that names itself or the configuration as its definition is held back alone', async () => {
  for (const path of [
    './api.yaml',
    '../../gateway.config.yaml',
    '../../tiers.yaml',
    '../../gateway.config.yaml#/x',
    '../../../gateway.config.yaml',
    '../../../tiers.yaml',
  ]) {
    const { table, held } = await serveStates({ ...otherApi(path), [tierFile]: silver });
    expect(held, path).toEqual(ofOther);
    expect(tiersOf(table)).toEqual(['gold', 'silver']);
    const own = textOf(apiFile).replace('./openapi.yaml', path);
    const ofOwn = await serveStates({ [apiFile]: own, [tierFile]: silver });
    expect(ofOwn.held, path).toEqual(['Api DogPark/v1']);
    expect(tiersOf(ofOwn.table)).toEqual(['gold', 'silver']);
  }
});

test('an error of the configuration holds everything back, also if an API names it as its definition', async () => {
  const serve = openIsolating();
  await serve(base);
  const config = `${base['gateway.config.yaml']}lint: { rules: { nothing: error } }\n`;
  const { table } = await serve({
    ...base,
    ...otherApi('../../gateway.config.yaml'),
    'gateway.config.yaml': config,
  });
  expect(table).toBeUndefined();
});
