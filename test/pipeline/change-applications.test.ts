import { describe, expect, test } from 'vitest';
import type { Person } from '#compiled/ownership.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { ChangePlanner } from '#pipeline/plan-change.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { passwordDigest } from '../compiler/plan/clean-repository.ts';

type Files = Readonly<Record<string, string>>;

const now = Date.parse('2026-11-23T10:00:00Z');
const walker = 'applications/dog_walker.yaml';
const dogs = 'apis/dog_park/v1/subscriptions.yaml';
const cats = 'apis/cat_house/v1/subscriptions/dog_walker.yaml';

const base: Files = {
  ...cleanSources,
  'teams.yaml': `kind: Team
name: parks-team
members: [ada@example.edu]
---
kind: Team
name: cats-team
members: [bob]
`,
  'users/bob.yaml': `kind: User\nname: bob\npasswordDigest: ${passwordDigest}\n`,
  'users/old.yaml': `kind: User\nname: old\nstate: disabled\npasswordDigest: ${passwordDigest}\n`,
  'apis/cat_house/v1/api.yaml': (cleanSources['apis/dog_park/v1/api.yaml'] ?? '')
    .replace('DogPark', 'CatHouse')
    .replace('/dog_park', '/cat_house')
    .replace('parks-team', 'cats-team'),
  'apis/cat_house/v1/openapi.yaml': cleanDefinition,
  'applications/cat_cafe.yaml': `kind: Application
name: CatCafe
type: service
owner: ada@example.edu
grants: []
`,
  [dogs]: `# Who may use the dog park.
kind: Subscription
application: CatCafe # a good customer
api: DogPark/v1
tier: gold
---
# DogWalker asked by telephone.
kind: Subscription
application: DogWalker
api: DogPark/v1
tier: gold # as agreed
`,
  [cats]: 'kind: Subscription\napplication: DogWalker\napi: CatHouse/v1\ntier: gold\n',
  'tiers.yaml': `${cleanSources['tiers.yaml']}---\nkind: Tier\nname: silver\nlimit: { requests: 10, unit: minute }\n`,
};

const ada: Person = {
  subject: 'user:staff/ada',
  emails: ['ada@example.edu'],
  provider: 'staff',
  groups: [],
};
const eve: Person = { ...ada, subject: 'user:staff/eve', emails: ['eve@example.edu'] };

function plan(change: ProposedChange, files: Files = base, person = ada) {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  return planner.plan({ tree: memorySourceTree(files), changed: 'all' }, { change, person }, now);
}
/** The files of `base` that a change writes, or why it is refused. */
async function filesOf(change: ProposedChange, files?: Files, person?: Person): Promise<object | string> {
  return plan(change, files, person).then(
    (planned) => planned.files,
    (error: unknown) => (error as Error).message,
  );
}

/** The text of a file of `base` after replacing a part that it has exactly once. */
function replaced(file: string, from: string, to: string): string {
  const text = base[file] ?? '';
  expect(text.split(from)).toHaveLength(2);
  return text.replace(from, to);
}

const change = (tier: string, scopes: readonly string[] = [], api = 'DogPark/v1') =>
  ({ change: 'subscription_changed', application: 'DogWalker', api, tier, scopes }) as const;

describe('a subscription is changed where it is declared', () => {
  test('next to others, whose comments stay', async () => {
    expect(await filesOf(change('silver', ['read', 'write']))).toEqual({
      [dogs]: replaced(dogs, 'gold # as agreed\n', 'silver # as agreed\nscopes:\n  - read\n  - write\n'),
    });
  });

  const declared = 'kind: Subscription\napplication: DogWalker\napi: CatHouse/v1\n';
  test.each<[string, string, ProposedChange, string]>([
    [
      'scopes on lines',
      `${declared}tier: gold\nscopes:\n  # for the list\n  - read\n  - write\nstate: blocked\n`,
      change('gold', ['read', 'feed'], 'CatHouse/v1'),
      `${declared}tier: gold\nscopes:\n  # for the list\n  - read\n  - feed\nstate: blocked\n`,
    ],
    [
      'scopes on one line',
      `${declared}tier: "gold"\nscopes: [read, 'write']\n`,
      change('silver', ['write'], 'CatHouse/v1'),
      `${declared}tier: silver\nscopes: ['write']\n`,
    ],
    [
      'scopes that all go',
      `${declared}tier: gold\nscopes:\n  - read\nsince: 2026-01-31\n`,
      change('gold', [], 'CatHouse/v1'),
      `${declared}tier: gold\nscopes:\n  []\nsince: 2026-01-31\n`,
    ],
    [
      'an empty list of scopes',
      `${declared}tier: gold\nscopes: []\n`,
      change('gold', ['read'], 'CatHouse/v1'),
      `${declared}tier: gold\nscopes: [read]\n`,
    ],
    [
      'JSON',
      '{"kind":"Subscription","application":"DogWalker","api":"CatHouse/v1","tier":"gold","scopes":["a"]}\n',
      change('silver', ['b'], 'CatHouse/v1'),
      '{"kind":"Subscription","application":"DogWalker","api":"CatHouse/v1","tier":"silver","scopes":["b"]}\n',
    ],
    [
      'braces',
      '{ kind: Subscription, application: DogWalker, api: CatHouse/v1, tier: gold }\n',
      change('silver', ['b'], 'CatHouse/v1'),
      '{ kind: Subscription, application: DogWalker, api: CatHouse/v1, tier: silver, scopes: [ b ] }\n',
    ],
    [
      'lines that end as on Windows',
      `${declared}tier: gold\n`.replaceAll('\n', '\r\n'),
      change('silver', ['b'], 'CatHouse/v1'),
      `${declared}tier: silver\nscopes:\n  - b\n`.replaceAll('\n', '\r\n'),
    ],
  ])('written as %s', async (_, text, wanted, after) => {
    const { files, diagnostics } = await plan(wanted, { ...base, [cats]: text });
    expect(files).toEqual({ [cats]: after });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('and the plan names what it changes', async () => {
    const { plan: found, title } = await plan(change('silver', ['read']));
    expect([title, found?.changes.map(({ id }) => id)]).toEqual([
      'Change the subscription of DogWalker to DogPark/v1',
      ['subscription-scope-added', 'subscription-tier-changed'],
    ]);
  });

  test.each<[string, ProposedChange, string]>([
    ['without a difference', change('gold'), 'Nothing would change.'],
    ['to an unknown tier', change('Gold'), 'Unknown tier "Gold".'],
    ['that does not exist', change('gold', [], 'DogPark/v2'), 'Unknown API "DogPark/v2".'],
    [
      'of an application without it',
      { ...change('silver'), application: 'CatCafe', api: 'CatHouse/v1' },
      'CatCafe is not subscribed to CatHouse/v1.',
    ],
    ['with a scope that breaks a line', change('gold', ['a\nb']), 'The scope has a character that cannot'],
  ])('is refused %s', async (_, wanted, message) => {
    expect(await filesOf(wanted)).toContain(message);
  });

  test('is refused where others share its text', async () => {
    const shared = `${declared}tier: &tier gold\nscopes: [*tier]\n`;
    expect(await filesOf(change('silver', ['gold'], 'CatHouse/v1'), { ...base, [cats]: shared })).toContain(
      `${cats} must be edited by hand: `,
    );
  });
});

describe('several subscriptions', () => {
  const added = (...apis: readonly string[]): ProposedChange => ({
    change: 'subscriptions_added',
    application: 'KennelSync',
    subscriptions: apis.map((api) => ({ api, tier: 'gold', scopes: [] })),
  });
  const kennels = 'kind: Application\nname: KennelSync\ntype: service\nowner: ada@example.edu\ngrants: []\n';
  const files = { ...base, 'applications/kennel_sync.yaml': kennels };

  test('are files of their own in one commit', async () => {
    const { title, files: written } = await plan(added('DogPark/v1', 'CatHouse/v1'), files);
    const text = (api: string) => `kind: Subscription\napplication: KennelSync\napi: ${api}\ntier: gold\n`;
    expect([title, written]).toEqual([
      'Subscribe KennelSync to 2 API versions',
      {
        'apis/dog_park/v1/subscriptions/kennel_sync.yaml': text('DogPark/v1'),
        'apis/cat_house/v1/subscriptions/kennel_sync.yaml': text('CatHouse/v1'),
      },
    ]);
  });

  test.each<[string, ProposedChange, string]>([
    ['without any', added(), 'No API version is chosen.'],
    ['twice to one version', added('DogPark/v1', 'DogPark/v1'), 'to the same API version twice'],
    ['to what does not exist', added('DogPark/v1', 'Nothing/v1'), 'Unknown API "Nothing/v1".'],
    [
      'that exist',
      { ...added('CatHouse/v1', 'DogPark/v1'), application: 'CatCafe' } as ProposedChange,
      'CatCafe is already subscribed to DogPark/v1.',
    ],
  ])('are refused %s', async (_, wanted, message) => {
    expect(await filesOf(wanted, files)).toContain(message);
  });

  test('are refused to a version that only its owners see', async () => {
    const api = 'apis/cat_house/v1/api.yaml';
    const hidden = { ...files, [api]: `${base[api]}visibility: owners\n` };
    expect(await filesOf(added('DogPark/v1', 'CatHouse/v1'), hidden)).toBe('Unknown API "CatHouse/v1".');
  });
});

describe('an application is deleted', () => {
  const removed = { change: 'application_removed', application: 'DogWalker' } as const;
  const rest = (base[dogs] ?? '').replace(/---\n[^]*$/, '---\n');

  test('with its keys and all of its subscriptions; what stops working is in the plan', async () => {
    const { title, files, plan: found } = await plan(removed);
    expect(title).toBe('Delete the application DogWalker');
    expect(files).toEqual({ [walker]: undefined, [cats]: undefined, [dogs]: rest });
    expect(found?.changes.map(({ id, affected }) => [id, affected.map(({ effect }) => effect)])).toEqual([
      ['application-removed', ['can no longer get tokens']],
      ['subscription-removed', ['loses access to CatHouse/v1']],
      ['subscription-removed', ['loses access to DogPark/v1']],
    ]);
  });

  test('from files with other documents, which stay as they are', async () => {
    const one = '# Of the walkers\n' + base[walker];
    const other = '# Of the cats\n' + base['applications/cat_cafe.yaml'];
    const subscription = (api: string) =>
      `# ${api}\nkind: Subscription\napplication: DogWalker\napi: ${api}\ntier: gold\n`;
    const documents = [other, one, subscription('DogPark/v1'), subscription('CatHouse/v1'), '# the end\n'];
    const { [walker]: _, [cats]: __, ...others } = base;
    const files = {
      ...others,
      'applications/cat_cafe.yaml': documents.join('---\n'),
      [dogs]: (base[dogs] ?? '').replace(/---\n[^]*$/, ''),
    };
    expect(await filesOf(removed, files)).toEqual({
      'applications/cat_cafe.yaml': `${other}---\n---\n# the end\n`,
    });
  });

  test.each(['...\n', '%YAML 1.2\n'])('by hand from a file with %j', async (special) => {
    const text = special === '...\n' ? `${base[dogs]}...\n` : `${special}---\n${base[dogs]}`;
    expect(await filesOf(removed, { ...base, [dogs]: text })).toContain(`${dogs} must be edited by hand: `);
  });

  test('in other letter case is unknown', async () => {
    expect(await filesOf({ ...removed, application: 'dogwalker' })).toBe('Unknown application "dogwalker".');
  });
});

describe('an application is renamed', () => {
  const renamed = (name: string) =>
    ({ change: 'application_renamed', application: 'DogWalker', name }) as const;

  test('with its subscriptions, in the same files', async () => {
    const { title, files, plan: found } = await plan(renamed('DogRunner'));
    expect(title).toBe('Rename the application DogWalker to DogRunner');
    expect(files).toEqual({
      [walker]: replaced(walker, 'DogWalker', 'DogRunner'),
      [cats]: replaced(cats, 'DogWalker', 'DogRunner'),
      [dogs]: replaced(dogs, 'application: DogWalker', 'application: DogRunner'),
    });
    expect(found?.changes.map(({ id, message }) => [id, message.split(';')[1]])).toEqual([
      ['application-added', ' it takes over consumer keys of DogWalker.'],
      ['application-removed', undefined],
      ['subscription-added', undefined],
      ['subscription-added', undefined],
      ['subscription-removed', undefined],
      ['subscription-removed', undefined],
    ]);
  });

  test('where all of it is in one file, in JSON or in quotes', async () => {
    const { [walker]: _, ...others } = base;
    const mixed = `{"kind":"Subscription","application":"DogWalker","api":"CatHouse/v1","tier":"gold"}\n---\n${(base[walker] ?? '').replace('DogWalker', "'DogWalker' # of Ada")}`;
    const written = await filesOf(renamed('true'), { ...others, [cats]: mixed });
    expect(written).toMatchObject({
      [cats]: mixed.replace('"DogWalker"', '"true"').replace("'DogWalker'", '"true"'),
    });
  });

  test('to the same letters in another case', async () => {
    expect(await filesOf(renamed('dogwalker'))).toMatchObject({
      [walker]: replaced(walker, 'DogWalker', 'dogwalker'),
    });
  });

  test.each([
    ['DogWalker', 'DogWalker is its name already.'],
    ['CatCafe', 'The application CatCafe already exists.'],
    ['', '"" is not a valid application name.'],
    ['../../x', '"../../x" is not a valid application name.'],
    ['A\nkind: Gateway', String.raw`"A\nkind: Gateway" is not a valid application name.`],
    ['a'.repeat(101), ' is not a valid application name.'],
    ['__proto__', '"__proto__" is not a valid application name.'],
  ])('and not to %j', async (name, message) => {
    expect(await filesOf(renamed(name))).toContain(message);
  });
});

test('a name gets no access that subscriptions of a former application have left', async () => {
  const files = { ...base, [cats]: (base[cats] ?? '').replace('DogWalker', 'DogRunner') };
  const message = 'Subscriptions of a former application DogRunner are still declared.';
  const owned = { type: 'service', owner: 'ada@example.edu', callbackUrls: [], grants: [] } as const;
  for (const wanted of [
    { change: 'application_renamed', application: 'DogWalker', name: 'DogRunner' } as const,
    { change: 'application_added', name: 'DogRunner', ...owned } as const,
  ])
    expect(await filesOf(wanted, files)).toBe(message);
});

describe('an application is transferred', () => {
  const transferred = (owner: string) =>
    ({ change: 'application_transferred', application: 'DogWalker', owner }) as const;

  test.each(['cats-team', 'bob', 'user:bob', 'bob@example.edu'])('to %s', async (owner) => {
    const { title, files, plan: found } = await plan(transferred(owner));
    expect(title).toBe(`Transfer the application DogWalker to ${owner}`);
    expect(files).toEqual({ [walker]: replaced(walker, 'ada@example.edu', owner) });
    expect(found?.changes.map(({ id }) => id)).toEqual(['application-owner-changed']);
  });

  test.each([
    ['ada@example.edu', 'ada@example.edu owns the application already.'],
    ['Cats-Team', '"Cats-Team" is neither a declared team, nor an active user, nor an e-mail address.'],
    ['old', '"old" is neither'],
    ['user:old', '"user:old" is neither'],
    ['user:elsewhere/bob', '"user:elsewhere/bob" is neither'],
    ['user:cats-team', '"user:cats-team" is neither'],
    ['a@b c', '"a@b c" is neither'],
    ['', 'The owner is empty.'],
    ['bob\nkind: Gateway', 'The owner has a character that cannot be shown.'],
    [`${'a'.repeat(400)}@example.edu`, ' is neither'],
  ])('and not to %j', async (owner, message) => {
    expect(await filesOf(transferred(owner))).toContain(message);
  });

  test('after which its former owner can change it no more', async () => {
    const { files } = await plan(transferred('cats-team'));
    const after = { ...base, ...(files as Files) };
    expect(await filesOf(transferred('bob'), after)).toBe('Unknown application "DogWalker".');
  });
});

test.each<ProposedChange>([
  change('silver'),
  { change: 'subscriptions_added', application: 'DogWalker', subscriptions: [] },
  { change: 'application_removed', application: 'DogWalker' },
  { change: 'application_renamed', application: 'DogWalker', name: 'DogRunner' },
  { change: 'application_transferred', application: 'DogWalker', owner: 'bob' },
])('the application of somebody else is answered like one that does not exist: $change', async (wanted) => {
  expect(await filesOf(wanted, base, eve)).toBe('Unknown application "DogWalker".');
  const unknown = { ...wanted, application: 'Nothing' } as ProposedChange;
  expect(await filesOf(unknown, base, eve)).toBe('Unknown application "Nothing".');
});
