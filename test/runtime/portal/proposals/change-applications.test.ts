// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { git } from '../../../platform/git-in-test.ts';
import { openShared, start } from '../../../serve/running-gateway.ts';
import type { PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, proposeShown, signIn } from './proposals-in-test.ts';

type Person = Awaited<ReturnType<typeof signIn>>;
type Fields = Readonly<Record<string, string>>;

let origin: Awaited<ReturnType<typeof makeProposalOrigin>>;
let gatewayUrl: string;
let ada: Person;
let eve: Person;
let base: string;

const walker = 'applications/dog_walker.yaml';
const dogs = 'apis/dog_park/v1/subscriptions.yaml';
const pathOf = (form: string, query = '') => `/store/proposals/new/${form}${query}`;

/** APIs of a team, each with one scope: Animal1/v1 … Animal30/v1. */
const animals = Array.from({ length: 30 }, (_, index) => `Animal${index + 1}`);
const definitionOf = (name: string) =>
  cleanDefinition
    .replace('title: Dog park', `title: The ${name} house`)
    .replace(/^paths:/m, `security: [{ login: ['feed:${name.toLowerCase()}'] }]\npaths:`)
    .replace(
      /^components:/m,
      `components:\n  securitySchemes:\n    login:\n      type: oauth2\n      flows:\n        clientCredentials:\n          tokenUrl: https://login.example.edu/token\n          scopes: { 'feed:${name.toLowerCase()}': Feeds them. }`,
    );
const filesOf = (name: string) => {
  const folder = `apis/${name.toLowerCase()}/v1`;
  const api = (cleanSources['apis/dog_park/v1/api.yaml'] ?? '')
    .replace('DogPark', name)
    .replace('/dog_park', `/${name.toLowerCase()}`);
  return { [`${folder}/api.yaml`]: api, [`${folder}/openapi.yaml`]: definitionOf(name) };
};

beforeAll(() =>
  openShared(async (atEnd) => {
    origin = await makeProposalOrigin('', 'branch', atEnd);
    base = await origin.push({
      ...Object.assign({}, ...animals.map(filesOf)),
      'tiers.yaml': `${cleanSources['tiers.yaml']}---\nkind: Tier\nname: silver\nlimit: { requests: 10, unit: minute }\n`,
      'teams/cats.yaml': 'kind: Team\nname: cats-team\nmembers: [eve]\n',
      'applications/eve_app.yaml': 'kind: Application\nname: EveApp\ntype: service\nowner: eve\ngrants: []\n',
      [dogs]: `${cleanSources[dogs]}---\n# Of Eve.\nkind: Subscription\napplication: EveApp\napi: DogPark/v1\ntier: gold\n`,
    });
    const stateFolder = `${origin.folder}/state`;
    ({ gatewayUrl } = await start({ root: origin.work, plainHttp: true, stateFolder }, atEnd));
    ada = await signIn(gatewayUrl, 'ada');
    eve = await signIn(gatewayUrl, 'eve');
  }),
);

async function send(form: string, fields: Fields, person = ada): Promise<PageInTest> {
  const { csrf = '' } = formOf(await person.visit(pathOf('application'))).fields;
  return person.send(pathOf(form), { csrf, step: 'preview', ...fields });
}

/** Proposes what a preview shows, and returns the branch's changed files; the branch is deleted. */
async function propose(preview: PageInTest, branch: string): Promise<Fields> {
  const done = await proposeShown(ada, preview);
  expect([done.status, done.problem]).toEqual([200, '']);
  const changed = (await git(origin.bare, 'diff', '--name-only', 'main', branch)).trim().split('\n');
  expect(await git(origin.bare, 'rev-list', '--count', `main..${branch}`)).toBe('1');
  const texts = changed.map(
    async (file) =>
      [file, await git(origin.bare, 'show', `${branch}:${file}`).catch(() => 'deleted')] as const,
  );
  const files = Object.fromEntries(await Promise.all(texts));
  await git(origin.bare, 'update-ref', '-d', `refs/heads/${branch}`);
  return files;
}

const proposals = () => git(origin.bare, 'for-each-ref', 'refs/heads/proposals');

describe('a subscription', () => {
  test('is changed from the page of its application', async () => {
    const page = await ada.visit('/store/applications/DogWalker');
    expect(page.body).toContain('aria-label="Change the subscription to DogPark/v1"');
    const form = formOf(
      await ada.visit(pathOf('change-subscription', '?application=DogWalker&api=DogPark%2Fv1')),
    );
    expect(form.fields).toMatchObject({ application: 'DogWalker', api: 'DogPark/v1' });
    const same = await send('change-subscription', { ...form.fields, tier: 'gold' });
    expect([same.status, same.problem]).toEqual([422, 'The change is not valid Nothing would change.']);
    const preview = await send('change-subscription', { ...form.fields, tier: 'silver' });
    expect([preview.status, preview.heading]).toEqual([
      200,
      'Change the subscription of DogWalker to DogPark/v1',
    ]);
    expect(preview.text).toContain('can make 10 requests a minute of DogPark/v1 instead of 1000');
    const files = await propose(preview, 'proposals/ada/subscription-DogWalker-DogPark-v1');
    expect(files).toEqual({
      [dogs]: expect.stringMatching(
        /^kind: Subscription\napplication: DogWalker\napi: DogPark\/v1\ntier: silver\n---/,
      ),
    });
  });

  test.each<[string, Fields, string]>([
    ['of no application', {}, 'Choose an application.'],
    [
      'of somebody else',
      { application: 'EveApp', api: 'DogPark/v1', tier: 'gold' },
      'You own no application',
    ],
    ['that does not exist', { application: 'DogWalker', api: 'Animal1/v1' }, 'no subscription to that API'],
    ['with an unknown tier', { application: 'DogWalker', api: 'DogPark/v1', tier: '<b>' }, 'Unknown tier'],
    ['without a tier', { application: 'DogWalker', api: 'DogPark/v1', tier: '' }, 'Unknown tier'],
  ])('%s is not changed', async (_, fields, problem) => {
    const page = await send('change-subscription', fields);
    expect([page.status, page.problem]).toEqual([422, expect.stringContaining(problem)]);
    expect(await proposals()).toBe('');
  });
});

describe('several subscriptions', () => {
  const several = (...apis: readonly string[]) =>
    Object.fromEntries(apis.map((api) => [`apis.${api}`, 'on'])) as Fields;

  test('are chosen by searches, each with its tier and scopes, and proposed in one commit', async () => {
    const opened = await ada.visit(pathOf('subscribe-several', '?application=DogWalker'));
    expect(opened.text).toContain('Showing 20 of 30 that match.');
    expect(opened.body).not.toContain('apis.DogPark/v1');
    const first = await send('subscribe-several', {
      application: 'DogWalker',
      q: 'animal 27',
      step: 'preview',
    });
    expect([first.status, first.problem]).toEqual([200, '']);
    const offered = [...first.body.matchAll(/name="apis\.([^"]+)"/g)].map(([, key]) => key);
    expect(offered).toEqual(['Animal27/v1']);
    const chosen = { ...formOf(first).fields, ...several('Animal27/v1'), q: 'the animal3 house' };
    const second = await send('subscribe-several', { ...chosen, step: 'edit' });
    expect(second.body).toMatch(/name="apis\.Animal27\/v1"[^>]*checked/);
    expect(second.body).toContain('name="tier.Animal27/v1"');
    const ready = {
      application: 'DogWalker',
      ...several('Animal3/v1', 'Animal27/v1'),
      'tier.Animal27/v1': 'gold',
    };
    const incomplete = await send('subscribe-several', ready);
    expect([incomplete.status, incomplete.problem]).toEqual([
      422,
      'Some fields need changes Choose the scopes that the application needs for Animal3/v1, and check its tier.',
    ]);
    const preview = await send('subscribe-several', {
      ...ready,
      'tier.Animal3/v1': 'silver',
      'scopes.Animal27/v1.feed:animal27': 'on',
      'scopes.Animal27/v1.forged': 'on',
    });
    expect([preview.status, preview.heading]).toEqual([200, 'Subscribe DogWalker to 2 API versions']);
    const text = (api: string, rest: string) =>
      `kind: Subscription\napplication: DogWalker\napi: ${api}\n${rest}`;
    expect(await propose(preview, 'proposals/ada/subscriptions-DogWalker')).toEqual({
      'apis/animal3/v1/subscriptions/dog_walker.yaml': text('Animal3/v1', 'tier: silver'),
      'apis/animal27/v1/subscriptions/dog_walker.yaml': text(
        'Animal27/v1',
        'tier: gold\nscopes:\n  - feed:animal27',
      ),
    });
  });

  test('are added with a new application and its keys', async () => {
    const preview = await send('application', {
      name: 'CatCafe',
      type: 'service',
      owner: 'ada',
      'keys.production': 'on',
      api: 'DogPark/v1',
      tier: 'gold',
      ...several('Animal1/v1', 'Animal2/v1'),
      'tier.Animal1/v1': 'gold',
      'tier.Animal2/v1': 'silver',
    });
    expect([preview.status, preview.heading]).toEqual([200, 'Add the application CatCafe']);
    expect(preview.text).toMatch(/gains access to Animal1\/v1.*gains access to DogPark\/v1/s);
    const files = await propose(preview, 'proposals/ada/application-CatCafe');
    expect(Object.keys(files)).toEqual([
      'apis/animal1/v1/subscriptions/cat_cafe.yaml',
      'apis/animal2/v1/subscriptions/cat_cafe.yaml',
      'apis/dog_park/v1/subscriptions/cat_cafe.yaml',
      'applications/cat_cafe.yaml',
    ]);
  });

  const tiers = (...apis: readonly string[]) =>
    Object.fromEntries(apis.map((api) => [`tier.${api}`, 'gold'])) as Fields;
  const many = animals.slice(0, 21).map((name) => `${name}/v1`);

  test.each<[string, Fields, string]>([
    ['without any', {}, 'Choose at least one API version.'],
    ['that do not exist', several('Nothing/v1', '<script>', ''), 'Some of these API versions do not exist'],
    [
      'beyond the limit',
      { ...several(...many), ...tiers(...many) },
      'Choose at most 20 API versions at once.',
    ],
    [
      'that exist',
      { ...several('DogPark/v1'), ...tiers('DogPark/v1') },
      'DogWalker is already subscribed to DogPark/v1.',
    ],
    ['with an unknown tier', { ...several('Animal1/v1'), 'tier.Animal1/v1': 'x\ny' }, 'Unknown tier'],
  ])('%s are refused', async (_, fields, problem) => {
    const page = await send('subscribe-several', { application: 'DogWalker', ...fields });
    expect([page.status, page.problem]).toEqual([422, expect.stringContaining(problem)]);
    expect(page.body).not.toContain('<script>');
    expect(await proposals()).toBe('');
  });
});

describe('an application is deleted', () => {
  test('once its name is typed, with its subscriptions, and what others declare stays', async () => {
    const opened = await ada.visit(pathOf('delete-application', '?application=DogWalker'));
    expect(opened.text).toContain('Its keys and all of its subscriptions are deleted with it.');
    expect(opened.text).toContain('has the same key of its webhook');
    for (const confirmation of ['', 'dogwalker', 'EveApp', 'x'.repeat(5000)]) {
      const page = await send('delete-application', { application: 'DogWalker', confirmation });
      expect([page.status, page.problem]).toEqual([422, expect.stringContaining('exactly as it is written')]);
    }
    const preview = await send('delete-application', {
      application: 'DogWalker',
      confirmation: ' DogWalker ',
    });
    expect([preview.status, preview.heading]).toEqual([200, 'Delete the application DogWalker']);
    expect(preview.text).toMatch(
      /DogWalker can no longer get tokens.*DogWalker loses access to DogPark\/v1/s,
    );
    expect(await propose(preview, 'proposals/ada/removal-DogWalker')).toEqual({
      [walker]: 'deleted',
      [dogs]: expect.stringMatching(/^---\n# Of Eve\.\nkind: Subscription\napplication: EveApp\n/),
    });
  });

  test('not without the confirmation that the preview carries', async () => {
    const preview = await send('delete-application', { application: 'DogWalker', confirmation: 'DogWalker' });
    const { action, fields } = formOf(preview);
    const page = await ada.send(action, { ...fields, confirmation: 'x', step: 'propose' });
    expect([page.status, await proposals()]).toEqual([422, '']);
  });
});

describe('an application is renamed', () => {
  test('with its subscriptions', async () => {
    const opened = await ada.visit(pathOf('rename-application', '?application=DogWalker'));
    expect(opened.text).toContain('Its keys, its secrets and the tokens that it has stay valid.');
    expect(opened.text).toContain('If it has a webhook, its key changes');
    const preview = await send('rename-application', { application: 'DogWalker', name: ' DogRunner ' });
    expect([preview.status, preview.heading]).toEqual([200, 'Rename the application DogWalker to DogRunner']);
    const files = await propose(preview, 'proposals/ada/name-DogWalker');
    expect(Object.keys(files)).toEqual([dogs, walker]);
    expect(files[dogs]).toMatch(/^kind: Subscription\napplication: DogRunner\n[^]*application: EveApp\n/);
  });

  test.each([
    ['', 'Enter a name for the application.'],
    ['DogWalker', 'DogWalker is its name already.'],
    ['EveApp', 'The application EveApp already exists. Choose another name.'],
    ['<script>alert(1)</script>', 'is not a valid application name.'],
    ['a\u202Eb', 'is not a valid application name.'],
    ['../x', 'is not a valid application name.'],
  ])('and not to %j', async (name, problem) => {
    const page = await send('rename-application', { application: 'DogWalker', name });
    expect([page.status, page.problem]).toEqual([422, expect.stringContaining(problem)]);
    expect(page.body).toMatch(/<p class="error" id="name-error">/);
    expect(page.body).not.toContain('<script>alert');
  });
});

describe('an application is transferred', () => {
  test('to a team of others', async () => {
    const opened = await ada.visit(pathOf('transfer-application', '?application=DogWalker'));
    expect(opened.text).toContain('you lose access');
    expect(opened.text).toContain('former owners who know it can still sign notices to it');
    const preview = await send('transfer-application', { application: 'DogWalker', owner: 'cats-team' });
    expect([preview.status, preview.heading]).toEqual([
      200,
      'Transfer the application DogWalker to cats-team',
    ]);
    expect(preview.text).toContain('is owned by cats-team instead of ada');
    const files = await propose(preview, 'proposals/ada/owner-DogWalker');
    expect(files[walker]).toContain('\nowner: cats-team\n');
  });

  test.each([
    ['', 'Enter the name of the new owner.'],
    ['ada', 'ada owns the application already.'],
    ['nobody', '"nobody" is neither a declared team, nor an active user, nor an e-mail address.'],
    ['Eve', '"Eve" is neither'],
    ['<b>@x', ''],
  ])('and not to %j', async (owner, problem) => {
    const page = await send('transfer-application', { application: 'DogWalker', owner });
    if (problem === '') expect(page.body).not.toContain('<b>@x');
    else expect([page.status, page.problem]).toEqual([422, expect.stringContaining(problem)]);
  });
});

test.each<[string, Fields]>([
  ['change-subscription', { api: 'DogPark/v1', tier: 'silver' }],
  ['subscribe-several', { 'apis.Animal1/v1': 'on', 'tier.Animal1/v1': 'gold' }],
  ['delete-application', { confirmation: 'DogWalker' }],
  ['rename-application', { name: 'Mine' }],
  ['transfer-application', { owner: 'eve' }],
])('the application of somebody else is unknown: %s', async (form, fields) => {
  for (const application of ['DogWalker', 'dogwalker', 'Nothing', '<script>', '']) {
    const page = await send(form, { ...fields, application, base, step: 'propose' }, eve);
    const text = application === '' ? 'Choose an application.' : 'You own no application of that name.';
    expect([page.status, page.problem]).toEqual([422, expect.stringContaining(text)]);
    expect(page.body).not.toContain('<script>');
  }
  expect(await proposals()).toBe('');
});

test('proposals are listed by their titles, and one of several subscriptions warns of what it replaces', async () => {
  const subscribed = (api: string) => ({
    application: 'DogWalker',
    [`apis.${api}`]: 'on',
    [`tier.${api}`]: 'gold',
  });
  const previews: readonly (readonly [string, Fields])[] = [
    ['rename-application', { application: 'DogWalker', name: 'DogRunner' }],
    ['rename-application', { application: 'DogWalker', name: 'DogSitter' }],
    ['transfer-application', { application: 'DogWalker', owner: 'eve' }],
    ['delete-application', { application: 'DogWalker', confirmation: 'DogWalker' }],
    ['subscribe-several', subscribed('Animal1/v1')],
  ];
  for (const [form, fields] of previews) {
    expect((await proposeShown(ada, await send(form, fields))).status).toBe(200);
  }
  const { text } = await ada.visit('/store/proposals');
  const titles = [
    'Rename the application DogWalker to DogSitter',
    'Transfer the application DogWalker to eve',
    'Delete the application DogWalker',
    'Subscribe DogWalker to Animal1/v1',
  ];
  for (const title of titles) expect(text).toContain(title);
  expect(text).not.toContain('DogRunner');
  const again = await send('subscribe-several', subscribed('Animal2/v1'));
  expect(again.text).toContain('You have an open proposal for several subscriptions of this application.');
  const branches = (await proposals())
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[1] ?? '');
  expect(branches).toHaveLength(4);
  for (const branch of branches) await git(origin.bare, 'update-ref', '-d', branch);
});

describe('when the base has moved', () => {
  test('the deletion is previewed again, with what is new', async () => {
    const preview = await send('delete-application', { application: 'DogWalker', confirmation: 'DogWalker' });
    const { action, fields } = formOf(preview);
    const added = 'kind: Subscription\napplication: DogWalker\napi: Animal5/v1\ntier: gold\n';
    const file = 'apis/animal5/v1/subscriptions/dog_walker.yaml';
    const moved = await origin.push({ [file]: added });
    const again = await ada.send(action, { ...fields, step: 'propose' });
    expect([again.status, formOf(again).fields['base']]).toEqual([409, moved]);
    expect(again.text).toContain('DogWalker loses access to Animal5/v1');
    expect(Object.keys(await propose(again, 'proposals/ada/removal-DogWalker'))).toContain(file);
  });

  test('and somebody else has the application, or nobody, it is unknown', async () => {
    const moved = (await git(origin.work, 'show', `HEAD:${walker}`)).replace('owner: ada', 'owner: eve');
    await origin.push({ [walker]: moved });
    const page = await send('rename-application', { application: 'DogWalker', name: 'DogRunner' });
    // The gateway may have loaded the new owner by now: then there is nothing to choose.
    expect([404, 422]).toContain(page.status);
    expect(page.problem).toMatch(/^$|Unknown application "DogWalker"\.|You own no application of that name/);
    expect(await proposals()).toBe('');
  });
});
