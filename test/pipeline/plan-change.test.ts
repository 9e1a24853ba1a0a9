import { describe, expect, test } from 'vitest';
import type { Person } from '#compiled/ownership.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { ChangePlanner } from '#pipeline/plan-change.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { passwordDigest } from '../compiler/plan/clean-repository.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const [one, two] = [`sha256:${'1'.repeat(64)}`, `sha256:${'2'.repeat(64)}`] as const;
const application = 'applications/dog_walker.yaml';
const api = 'apis/dog_park/v1/api.yaml';
const subscriptions = 'apis/dog_park/v1/subscriptions.yaml';

const sources: Readonly<Record<string, string>> = {
  ...cleanSources,
  'teams.yaml':
    'kind: Team\nname: parks-team\nmembers: [ada@example.edu]\n---\nkind: Team\nname: cats-team\n',
  'applications/kennel_sync.yaml': `# Synchronises kennels.
kind: Application
name: KennelSync   # as in the contract
type: web
owner: ada@example.edu
callbackUrls:
  - https://kennels.example.edu/callback
  # of the old site
  - https://old.example.edu/callback
grants:
  - client_credentials
  - authorization_code
keys:
  sandbox:
    consumerKey: kennels-sandbox
    secretDigests:
      - ${one}
      - ${two}
`,
};

/** Owns everything that the sources declare. */
const ada: Person = {
  subject: 'user:staff/ada',
  emails: ['ada@example.edu'],
  provider: 'staff',
  groups: ['parks'],
};

async function plan(change: ProposedChange, files = sources, person = ada) {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  return planner.plan({ tree: memorySourceTree(files), changed: 'all' }, { change, person }, now);
}

/** The text of a file after replacing parts that it has exactly once. */
function replaced(file: string, ...parts: readonly (readonly [string, string])[]): string {
  return parts.reduce((text, [from, to]) => {
    expect(text.split(from)).toHaveLength(2);
    return text.replace(from, to);
  }, sources[file] ?? '');
}

const kennels = 'applications/kennel_sync.yaml';
const version = { definition: cleanDefinition, endpoints: { production: 'https://dogs2.example.edu' } };

describe('a change is written as a person would write it', () => {
  const cases: readonly (readonly [string, ProposedChange, Readonly<Record<string, string | undefined>>])[] =
    [
      [
        'a new application with keys and a subscription',
        {
          change: 'application_added',
          name: 'CatCafe',
          type: 'web',
          owner: 'ada@example.edu',
          description: 'Books tables: "now" & <later>.',
          callbackUrls: ['https://cats.example.edu/callback'],
          grants: [],
          keys: { production: { consumerKey: 'cat-cafe-key', secretDigest: one } },
          subscriptions: [{ api: 'DogPark/v1', tier: 'gold', scopes: [] }],
        },
        {
          'applications/cat_cafe.yaml': `kind: Application
name: CatCafe
description: 'Books tables: "now" & <later>.'
type: web
owner: ada@example.edu
callbackUrls:
  - https://cats.example.edu/callback
grants:
  - authorization_code
  - client_credentials
keys:
  production:
    consumerKey: cat-cafe-key
    secretDigests:
      - ${one}
`,
          'apis/dog_park/v1/subscriptions/cat_cafe.yaml': `kind: Subscription
application: CatCafe
api: DogPark/v1
tier: gold
`,
        },
      ],
      [
        'callback URLs and grants on one line',
        {
          change: 'application_changed',
          application: 'DogWalker',
          callbackUrls: ['https://walker.example.edu/callback', 'https://walker.example.edu/other'],
          grants: ['authorization_code', 'refresh_token'],
        },
        {
          [application]: replaced(
            application,
            ['/callback]', '/callback, https://walker.example.edu/other]'],
            ['[client_credentials, authorization_code]', '[authorization_code, refresh_token]'],
          ),
        },
      ],
      [
        'callback URLs on lines, with their comments kept',
        {
          change: 'application_changed',
          application: 'KennelSync',
          callbackUrls: ['https://old.example.edu/callback', 'https://new.example.edu/callback'],
          grants: ['client_credentials', 'authorization_code'],
        },
        {
          [kennels]: replaced(kennels, [
            `  - https://kennels.example.edu/callback
  # of the old site
  - https://old.example.edu/callback
`,
            `  # of the old site
  - https://old.example.edu/callback
  - https://new.example.edu/callback
`,
          ]),
        },
      ],
      [
        'a second secret',
        {
          change: 'keys_added',
          application: 'DogWalker',
          keySet: 'production',
          keys: { consumerKey: 'ignored-key', secretDigest: one },
          retiresOlder: false,
        },
        { [application]: replaced(application, ["0000']", `0000', ${one}]`]) },
      ],
      [
        'a secret instead of all older ones',
        {
          change: 'keys_added',
          application: 'KennelSync',
          keySet: 'sandbox',
          keys: { consumerKey: 'ignored-key', secretDigest: `sha256:${'3'.repeat(64)}` },
          retiresOlder: true,
        },
        {
          [kennels]: replaced(kennels, [
            `      - ${one}\n      - ${two}\n`,
            `      - sha256:${'3'.repeat(64)}\n`,
          ]),
        },
      ],
      [
        'the first keys of a key set',
        {
          change: 'keys_added',
          application: 'DogWalker',
          keySet: 'sandbox',
          keys: { consumerKey: 'walker-sandbox', secretDigest: one },
          retiresOlder: false,
        },
        {
          [application]: replaced(application, [
            'keys:\n',
            `keys:
  sandbox:
    consumerKey: walker-sandbox
    secretDigests:
      - ${one}
`,
          ]),
        },
      ],
      [
        'only the newest secret',
        { change: 'secrets_retired', application: 'KennelSync', keySet: 'sandbox' },
        { [kennels]: replaced(kennels, [`      - ${one}\n`, '']) },
      ],
      [
        'a subscription in a file of its own',
        {
          change: 'subscription_added',
          application: 'KennelSync',
          api: 'DogPark/v1',
          tier: 'gold',
          scopes: [],
        },
        {
          'apis/dog_park/v1/subscriptions/kennel_sync.yaml': `kind: Subscription
application: KennelSync
api: DogPark/v1
tier: gold
`,
        },
      ],
      [
        'the end of the only subscription of a file',
        { change: 'subscription_removed', application: 'DogWalker', api: 'DogPark/v1' },
        { [subscriptions]: undefined },
      ],
      [
        'a new API',
        {
          change: 'api_added',
          name: 'CatCafe',
          context: 'cat_cafe',
          version: 'v1',
          owner: 'parks-team',
          definition: cleanDefinition.replaceAll('\n', '\r\n'),
          endpoints: { production: 'https://cats.example.edu', sandbox: 'https://cats-sandbox.example.edu' },
        },
        {
          'apis/cat_cafe/v1/api.yaml': `kind: Api
name: CatCafe
context: /cat_cafe
version: v1
state: published
owner: parks-team
definition: ./openapi.yaml
endpoints:
  production:
    url: https://cats.example.edu
  sandbox:
    url: https://cats-sandbox.example.edu
`,
          'apis/cat_cafe/v1/openapi.yaml': cleanDefinition,
        },
      ],
      [
        'a new version',
        { change: 'api_version_added', follows: 'DogPark/v1', version: 'v2', ...version },
        {
          'apis/dog_park/v2/api.yaml': `kind: Api
name: DogPark
context: /dog_park
version: v2
state: published
owner: parks-team
definition: ./openapi.yaml
endpoints:
  production:
    url: https://dogs2.example.edu
`,
          'apis/dog_park/v2/openapi.yaml': cleanDefinition,
        },
      ],
      [
        'a deprecation',
        {
          change: 'api_deprecated',
          api: 'DogPark/v1',
          since: '2026-12-01',
          sunset: '2027-12-01',
          link: 'https://dogs.example.edu/v1',
        },
        {
          [api]: `${replaced(api, ['state: published', 'state: deprecated'])}deprecation:
  since: 2026-12-01
  sunset: 2027-12-01
  link: https://dogs.example.edu/v1
`,
          [subscriptions]: `${sources[subscriptions]}since: 2026-11-23\n`,
        },
      ],
      [
        'a retirement',
        { change: 'api_retired', api: 'DogPark/v1' },
        { [api]: replaced(api, ['state: published', 'state: retired']) },
      ],
    ];

  test.each(cases)('%s', async (_, change, files) => {
    expect((await plan(change)).files).toEqual(files);
  });
});

describe('a deprecation dates the subscriptions that have no date', () => {
  const deprecation = (since: string): ProposedChange => ({
    change: 'api_deprecated',
    api: 'DogPark/v1',
    since,
  });
  const subscriptionOf = (name: string, more = '') =>
    `kind: Subscription\napplication: ${name}   # as agreed\napi: DogPark/v1\ntier: gold\n${more}`;

  test('on the day before, if the deprecation is not in the future', async () => {
    const found = await plan(deprecation('2026-03-01'));
    expect(found.files[subscriptions]).toBe(`${sources[subscriptions]}since: 2026-02-28\n`);
    expect(found.verdict).toEqual({ lowered: [], findings: [], approved: [] });
    expect(found.diagnostics).toEqual([]);
  });

  test('in all files, also in that of the API, and leaves the others', async () => {
    const beside = `apis/dog_park/v1/subscriptions/kennel_sync.yaml`;
    const files = {
      ...sources,
      [subscriptions]: subscriptionOf('DogWalker', 'since: 2025-05-05\n'),
      [api]: `${sources[api]}---\n${subscriptionOf('KennelSync')}`,
      [beside]: subscriptionOf('KennelSync').replace('DogPark/v1', 'CatPark/v1'),
    };
    const found = await plan(deprecation('2027-01-31'), files);
    const before = (sources[api] ?? '').replace('state: published', 'state: deprecated');
    expect(found.files).toEqual({
      [api]: `${before}deprecation:\n  since: 2027-01-31\n---\n${subscriptionOf('KennelSync', 'since: 2026-11-23\n')}`,
    });
  });
});

test('a plan names the changes and those affected, and what forbids them', async () => {
  const {
    plan: found,
    verdict,
    diagnostics,
  } = await plan({
    change: 'subscription_removed',
    application: 'DogWalker',
    api: 'DogPark/v1',
  });
  expect(diagnostics).toEqual([]);
  expect(verdict.findings).toEqual([]);
  expect(found?.changes.map(({ id, affected }) => [id, affected])).toEqual([
    [
      'subscription-removed',
      [{ application: 'DogWalker', owner: 'ada@example.edu', effect: 'loses access to DogPark/v1' }],
    ],
  ]);
  const retired = await plan({ change: 'api_retired', api: 'DogPark/v1' });
  expect(retired.verdict.findings.map(({ code, severity }) => [code, severity])).toEqual([
    ['lifecycle-order', 'error'],
  ]);
});

test('what is new is written beside what is declared in another folder', async () => {
  const moved = Object.fromEntries(
    Object.entries(sources).map(([file, text]) =>
      file === 'gateway.config.yaml'
        ? [file, `${text}sources: ['campus/**/*.yaml']\n`]
        : [`campus/${file}`, text],
    ),
  );
  const { callbackUrls, grants } = { callbackUrls: [], grants: [] };
  const cat = { name: 'CatCafe', owner: 'ada@example.edu' };
  const addedApplication = {
    change: 'application_added',
    ...cat,
    type: 'service',
    callbackUrls,
    grants,
  } as const;
  expect(Object.keys((await plan(addedApplication, moved)).files)).toEqual([
    'campus/applications/cat_cafe.yaml',
  ]);
  const added = { change: 'api_added', ...cat, context: 'cat_cafe', version: 'v1', ...version } as const;
  expect(Object.keys((await plan(added, moved)).files)).toEqual([
    'campus/apis/cat_cafe/v1/api.yaml',
    'campus/apis/cat_cafe/v1/openapi.yaml',
  ]);
});

const subscribed = {
  change: 'subscription_added',
  application: 'KennelSync',
  api: 'DogPark/v1',
  tier: 'gold',
  scopes: [],
} as const;

test.each([
  [
    'of an application whose name has the same words as another',
    'apis/dog_park/v1/subscriptions/kennel_sync_59e01dbb.yaml',
    {
      'applications/other.yaml':
        'kind: Application\nname: kennel-sync\ntype: service\nowner: ada@example.edu\ngrants: [client_credentials]\n',
    },
  ],
  [
    'to one of several versions in a folder',
    'apis/dog_park/v1/subscriptions/dog_park_v1/kennel_sync.yaml',
    {
      'apis/dog_park/v1/next.yaml': (sources[api] ?? '')
        .replace('version: v1', 'version: v2')
        .replaceAll('https://dogs', 'https://dogs2'),
    },
  ],
  [
    'that the globs would not find in a folder of its own',
    subscriptions,
    {
      'gateway.config.yaml': `${sources['gateway.config.yaml']}sources: ['*.yaml', applications/*.yaml, 'users/*.yaml', 'apis/*/*/*.yaml']\n`,
    },
  ],
] as const)('the file of a subscription %s', async (_, file, more) => {
  expect(Object.keys((await plan(subscribed, { ...sources, ...more })).files)).toEqual([file]);
});

describe('what does not fit the base is refused', () => {
  const added = {
    change: 'application_added',
    type: 'service',
    owner: 'ada@example.edu',
    callbackUrls: [],
    grants: [],
  } as const;
  const addedApi = { change: 'api_added', owner: 'ada@example.edu', ...version } as const;
  const notOwner = 'The owner is neither you nor a team of yours, by the users and teams of the repository.';
  const documentWith = (reference: string) => ({
    definition: `${cleanDefinition}x-more:\n  - &a { "\\u0024ref": '#/info' }\n  - *a\n  - { "\\u0024ref": '${reference}' }\n`,
  });
  test.each([
    [{ ...added, name: 'DogWalker' }, 'The application DogWalker already exists.'],
    [{ ...added, name: '../../etc/passwd' }, '"../../etc/passwd" is not a valid application name.'],
    [{ ...added, name: '--upload-pack=x' }, '"--upload-pack=x" is not a valid application name.'],
    [{ ...added, name: 'A\nkind: Gateway' }, String.raw`"A\nkind: Gateway" is not a valid application name.`],
    [{ ...added, name: 'A\0' }, String.raw`"A\u0000" is not a valid application name.`],
    [{ ...added, name: `A${'a'.repeat(100)}` }, `"A${'a'.repeat(99)}" is not a valid application name.`],
    [{ ...added, name: 'A', owner: 'x\ny' }, notOwner],
    [{ ...added, name: 'A', owner: 'cats-team' }, notOwner],
    [{ ...addedApi, name: 'CatCafe', context: 'x', version: 'v1', owner: 'cats-team' }, notOwner],
    [
      { ...addedApi, name: 'CatCafe', context: 'x', version: 'v1', ...documentWith('../../ops/db.json#/a') },
      'The document refers to another file by `../../ops/db.json#/a`. Put all of it into one document.',
    ],
    [
      {
        change: 'api_version_added',
        follows: 'DogPark/v1',
        version: 'v2',
        ...version,
        ...documentWith('https://elsewhere.example.edu/a'),
      },
      'The document refers to another file by `https://elsewhere.example.edu/a`. Put all of it into one document.',
    ],
    [{ ...added, name: 'A', keys: { production: { consumerKey: 'a b' } } }, 'The consumer key is not valid.'],
    [
      { ...added, name: 'A', keys: { production: { consumerKey: 'consumer-key' } } },
      'A service application has a secret.',
    ],
    [
      { ...added, name: 'A', subscriptions: [{ api: 'DogPark/v9', tier: 'gold', scopes: [] }] },
      'Unknown API "DogPark/v9".',
    ],
    [
      { ...addedApi, name: 'CatCafe', context: '../x', version: 'v1' },
      '"/../x" is not a valid context for an API.',
    ],
    [
      { ...addedApi, name: 'CatCafe', context: 'x', version: 'v1/../..' },
      '"v1/../.." is not a valid version for an API.',
    ],
    [
      { ...addedApi, name: 'DogPark', context: 'dog_park', version: 'v1' },
      'The API DogPark/v1 already exists.',
    ],
    [{ change: 'api_retired', api: 'Nobody/v1' }, 'Unknown API "Nobody/v1".'],
    [
      { change: 'api_deprecated', api: 'DogPark/v1', since: '2030-01-31', successor: 'DogPark/v1' },
      'DogPark/v1 cannot be its own successor.',
    ],
    [
      { change: 'subscription_removed', application: 'KennelSync', api: 'DogPark/v1' },
      'KennelSync is not subscribed to DogPark/v1.',
    ],
    [
      { change: 'secrets_retired', application: 'DogWalker', keySet: 'production' },
      'The production keys of DogWalker have one secret, so there is nothing to retire.',
    ],
    [
      {
        change: 'application_changed',
        application: 'DogWalker',
        callbackUrls: ['https://walker.example.edu/callback'],
        grants: ['authorization_code', 'client_credentials'],
      },
      'Nothing would change.',
    ],
  ] as readonly (readonly [ProposedChange, string])[])('%j', async (change, message) => {
    await expect(plan(change)).rejects.toThrow(message);
  });

  test('a file that is in the way, and a base with errors', async () => {
    const change = { ...added, name: 'CatCafe' };
    await expect(plan(change, { ...sources, 'applications/cat_cafe.yaml': '# mine\n' })).rejects.toThrow(
      'applications/cat_cafe.yaml exists already.',
    );
    await expect(plan(change, { ...sources, [api]: 'kind: Api\n' })).rejects.toThrow(
      'The declarations have errors, which must be fixed first.',
    );
  });
});

const provider = `---
kind: IdentityProvider
name: staff
type: oidc
issuer: https://login.example.edu
clientId: gateway
clientSecret: { fromEnv: STAFF }
`;

function user(name: string): string {
  return `\n---\nkind: User\nname: ${name}\nemail: e@example.edu\npasswordDigest: ${passwordDigest}\n`;
}

describe('what somebody else owns on the base', () => {
  const noApplication = 'Unknown application "KennelSync".';
  const noApi = 'Unknown API "DogPark/v1".';
  const keys = { application: 'KennelSync', keySet: 'sandbox' } as const;
  const subscription = { application: 'KennelSync', api: 'DogPark/v1' };
  const addedApi = { change: 'api_added', version: 'v7', owner: 'eve@example.edu', ...version } as const;
  const touching: readonly (readonly [ProposedChange, string])[] = [
    [
      { change: 'application_changed', application: 'KennelSync', callbackUrls: [], grants: [] },
      noApplication,
    ],
    [{ change: 'keys_added', ...keys, keys: { consumerKey: 'a-key' }, retiresOlder: true }, noApplication],
    [{ change: 'secrets_retired', ...keys }, noApplication],
    [{ change: 'subscription_added', ...subscription, tier: 'gold', scopes: [] }, noApplication],
    [{ change: 'subscription_removed', ...subscription }, noApplication],
    [{ change: 'api_version_added', follows: 'DogPark/v1', version: 'v2', ...version }, noApi],
    [{ change: 'api_deprecated', api: 'DogPark/v1', since: '2026-12-01' }, noApi],
    [{ change: 'api_retired', api: 'DogPark/v1' }, noApi],
    [
      { ...addedApi, name: 'DogPark', context: 'cat_cafe' },
      'An API with the name DogPark or the context /cat_cafe already exists.',
    ],
    [
      { ...addedApi, name: 'CatCafe', context: 'dog_park' },
      'An API with the name CatCafe or the context /dog_park already exists.',
    ],
  ];
  const eve: Person = { ...ada, subject: 'user:staff/eve', emails: ['eve@example.edu'] };
  const declaredEve: Person = { ...eve, subject: 'user:eve', username: 'eve', provider: 'users' };

  /** The title of a plan, or why there is none. */
  async function answerTo(...asked: Parameters<typeof plan>): Promise<string> {
    return plan(...asked).then(
      ({ title }) => title,
      (error: unknown) => (error as Error).message,
    );
  }

  const named = touching.map(([change, message]) => [change.change, message, change] as const);
  test.each(named)('is refused like what does not exist: %s: %s', async (_, message, change) => {
    expect(await answerTo(change, sources, eve)).toBe(message);
    expect(await answerTo(change, sources, ada)).not.toBe(message);
  });

  test.each<[string, string, Person, boolean]>([
    ['a member', 'members: [user:staff/eve]', eve, true],
    ['a former member', 'members: [user:staff/eve]', ada, false],
    ['a member of a group', 'groups: { staff: [parks] }', eve, true],
    ['a member of another group', 'groups: { staff: [parks] }', { ...eve, groups: ['cats'] }, false],
    ['a declared user', `members: [eve]${user('eve')}`, declaredEve, true],
    ['a declared user by address', `members: [e@example.edu]${user('eve')}`, declaredEve, true],
    ['a declared user by an old address', `members: [eve@example.edu]${user('eve')}`, declaredEve, false],
    ['a disabled user', `members: [eve]${user('eve')}state: disabled\n`, declaredEve, false],
    ['a removed user', `members: [user:eve]${user('bob')}`, declaredEve, false],
  ])('depends on the teams and users of the base: %s', async (_, team, person, isOwner) => {
    const files = { ...sources, 'teams.yaml': `kind: Team\nname: parks-team\n${team}\n${provider}` };
    const change = { change: 'api_retired', api: 'DogPark/v1' } as const;
    expect(await answerTo(change, files, person)).toBe(isOwner ? 'Retire DogPark/v1' : noApi);
  });

  test.each<[string, ProposedChange, string]>([
    [
      'a subscription to it',
      { change: 'subscription_added', application: 'CatCafe', api: 'DogPark/v1', tier: 'gold', scopes: [] },
      noApi,
    ],
    [
      'an application that subscribes to it',
      {
        change: 'application_added',
        name: 'CatPark',
        type: 'service',
        owner: 'eve@example.edu',
        callbackUrls: [],
        grants: [],
        subscriptions: [{ api: 'DogPark/v1', tier: 'gold', scopes: [] }],
      },
      noApi,
    ],
  ])('is not seen where only owners see an API: %s', async (_, change, message) => {
    const cafe = 'kind: Application\nname: CatCafe\ntype: service\nowner: eve@example.edu\ngrants: []\n';
    const hidden = `${sources[api]}visibility: owners\n`;
    const files = { ...sources, 'applications/cat_cafe.yaml': cafe };
    expect(await answerTo(change, files, eve)).toMatch(/^(Add|Subscribe) /);
    expect(await answerTo(change, { ...files, [api]: hidden }, eve)).toBe(message);
  });

  test('includes neither a new application nor a new API', async () => {
    const newApplication = {
      change: 'application_added',
      name: 'CatCafe',
      type: 'service',
      owner: 'eve@example.edu',
      callbackUrls: [],
      grants: [],
    } as const;
    const newApi = { ...addedApi, name: 'CatCafe', context: 'cat_cafe' };
    expect((await plan(newApplication, sources, eve)).title).toBe('Add the application CatCafe');
    expect((await plan(newApi, sources, eve)).title).toBe('Add the API CatCafe/v7');
  });
});

test('a document with errors is planned as far as possible', async () => {
  const { diagnostics, plan: found } = await plan({
    change: 'api_added',
    name: 'CatCafe',
    context: '/cat_cafe',
    version: 'v1',
    owner: 'parks-team',
    definition: '<script>alert(1)</script>\n',
    endpoints: { production: 'http://cats.example.edu' },
  });
  expect(found).toBeUndefined();
  expect(diagnostics.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
});

test('one planner serves one change after another as a new one would', async () => {
  const planner = new ChangePlanner('gateway.config.yaml', 'production');
  const tree = memorySourceTree(sources);
  const retire = { change: 'api_retired', api: 'DogPark/v1' } as const;
  const withdraw = { change: 'subscription_removed', application: 'DogWalker', api: 'DogPark/v1' } as const;
  const first = await planner.plan({ tree, changed: 'all' }, { change: retire, person: ada }, now);
  const second = await planner.plan({ tree, changed: new Set() }, { change: withdraw, person: ada }, now);
  const again = await planner.plan({ tree, changed: new Set() }, { change: retire, person: ada }, now);
  expect(again).toEqual(first);
  expect(second).toEqual(await plan(withdraw));
  const { [subscriptions]: _, ...merged } = sources;
  const moved = { tree: memorySourceTree(merged), changed: new Set([subscriptions]) };
  expect(await planner.plan(moved, { change: retire, person: ada }, now)).toEqual(await plan(retire, merged));
});

test('a new version is compared with the version that it follows, for the applications subscribed to it', async () => {
  const definition = cleanDefinition.replace('- name: breed', '- required: true\n          name: breed');
  const { versions } = await plan({
    change: 'api_version_added',
    follows: 'DogPark/v1',
    version: 'v2',
    ...version,
    definition: definition.replace('summary: Lists the dogs.', 'summary: Lists all dogs.'),
  });
  expect(versions).toEqual([
    {
      api: 'DogPark/v2',
      previous: 'DogPark/v1',
      changes: {
        breaking: [
          { message: 'GET /dogs: query parameter breed became required.', operations: ['GET /dogs'] },
        ],
        risky: [],
        compatible: [],
        descriptions: 1,
      },
      subscribers: ['DogWalker'],
    },
  ]);
});

describe('a new version that follows one of other owners', () => {
  const followed = 'apis/dog_park/v2/api.yaml';
  const third = { change: 'api_version_added', follows: 'DogPark/v1', version: 'v3', ...version } as const;

  /** The comparison that the owner of v1 sees who proposes v3, where somebody else owns v2. */
  async function compareWith(visibility: string) {
    const first = sources['apis/dog_park/v1/api.yaml'] ?? '';
    const ofOthers = first.replace('version: v1', 'version: v2').replace(/owner: .*/, 'owner: eve');
    const { versions } = await plan(
      { ...third, definition: cleanDefinition.replace(/summary: Lists the dogs./, 'summary: Lists all.') },
      {
        ...sources,
        // At most two versions may be live.
        'apis/dog_park/v1/api.yaml': first.replace('state: published', 'state: retired'),
        [subscriptions]: '',
        [followed]: `${ofOthers}\nvisibility: ${visibility}\n`.replaceAll('.internal', '-2.internal'),
        'apis/dog_park/v2/openapi.yaml': cleanDefinition,
        'apis/dog_park/v2/subscriptions.yaml': (sources[subscriptions] ?? '').replace('/v1', '/v2'),
      },
    );
    return versions.map(({ previous, subscribers }) => ({ previous, subscribers }));
  }

  test('is compared without its subscribers', async () => {
    expect(await compareWith('public')).toEqual([{ previous: 'DogPark/v2', subscribers: [] }]);
  });

  test('is not compared if only its owners see it', async () => {
    expect(await compareWith('owners')).toEqual([]);
  });
});
