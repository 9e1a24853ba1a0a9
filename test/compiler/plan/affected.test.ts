import { expect, test } from 'vitest';
import { indexConsumers } from '#compiler/plan/consumers/consumers.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { describeContractChanges } from '#compiler/kinds/api/changes/contract-changes.ts';
import { cleanRepository, dogDefinition, secret } from './clean-repository.ts';
import { all, compareRepositories, file, set, type Edit } from './family/repository.ts';

const api = 'apis/dog_park/v1/api.yaml';
const definition = 'apis/dog_park/v1/openapi.json';
const subscriptions = 'apis/dog_park/v1/subscriptions.yaml';
const walker = 'applications/dog_walker.yaml';
const moved = cleanRepository[api]?.[0] ?? {};

/** The changes of an edit, each with the applications that it affects. */
async function describeEdit(edit: Edit, first: Edit = (same) => same): Promise<readonly string[]> {
  const base = first(cleanRepository);
  const { plan } = await compareRepositories(base, edit(base));
  return plan.changes.flatMap(({ action, id, message, affected }) => [
    `${action} ${id}: ${message}`,
    ...affected.map(({ application, owner, effect }) => `  ${application} (${owner}) ${effect}`),
  ]);
}

test('an API that goes with all its subscriptions takes access away from those that were active', async () => {
  const edit = all(file(api), file(definition), file(subscriptions));
  expect(await describeEdit(edit)).toMatchInlineSnapshot(`
    [
      "remove api-removed: DogPark/v1 at /dog_park/v1 was removed: published, 5 operations, owned by parks-team.",
      "  DogPage (grace@example.edu) loses access to DogPark/v1",
      "  DogWalker (ada@example.edu) loses access to DogPark/v1",
      "remove subscription-removed: The subscription of DogPage to DogPark/v1 was removed: free.",
      "  DogPage (grace@example.edu) loses access to DogPark/v1",
      "remove subscription-removed: The subscription of DogWalker to DogPark/v1 was removed: gold, with dogs:read.",
      "  DogWalker (ada@example.edu) loses access to DogPark/v1",
      "remove subscription-removed: The subscription of Kennel to DogPark/v1 was removed: gold, blocked.",
    ]
  `);
});

test('an API at another address is another API, which its subscribers have to call', async () => {
  expect(await describeEdit(set(api, ['context'], '/dogs'))).toMatchInlineSnapshot(`
    [
      "remove api-removed: DogPark/v1 at /dog_park/v1 was removed: published, 5 operations, owned by parks-team.",
      "  DogPage (grace@example.edu) must call DogPark/v1 at /dogs/v1 instead of /dog_park/v1",
      "  DogWalker (ada@example.edu) must call DogPark/v1 at /dogs/v1 instead of /dog_park/v1",
      "add api-added: DogPark/v1 was added at /dogs/v1: published, 5 operations, owned by parks-team.",
    ]
  `);
});

test('an address that another API takes over names those who call it', async () => {
  const cats = 'apis/cat_park/v1';
  const { [api]: dogs = [], [definition]: document = [] } = cleanRepository;
  const others: Edit = (repository) => ({
    ...repository,
    [`${cats}/openapi.json`]: document,
    [`${cats}/api.yaml`]: dogs.map((one) => ({ ...one, name: 'CatPark', context: '/cat_park' })),
  });
  const first = all(others, set(api, ['alsoAt'], ['/animals/v1']));
  const edit = all(set(api, ['alsoAt'], undefined), set(`${cats}/api.yaml`, ['alsoAt'], ['/animals/v1']));
  expect(await describeEdit(edit, first)).toMatchInlineSnapshot(`
    [
      "add api-address-added: CatPark/v1 can also be called at /animals/v1, which led to DogPark/v1 before.",
      "  DogPage (grace@example.edu) calls CatPark/v1 at /animals/v1",
      "  DogWalker (ada@example.edu) calls CatPark/v1 at /animals/v1",
      "remove api-address-removed: DogPark/v1 can no longer be called at /animals/v1; it leads to CatPark/v1 now.",
      "  DogPage (grace@example.edu) must call DogPark/v1 at another address if it calls /animals/v1",
      "  DogWalker (ada@example.edu) must call DogPark/v1 at another address if it calls /animals/v1",
    ]
  `);
});

test('an API of another name is another API', async () => {
  const edit = all(file(subscriptions), set(api, ['name'], 'DogRun'));
  expect(await describeEdit(edit, file(subscriptions))).toMatchInlineSnapshot(`
    [
      "remove api-removed: DogPark/v1 at /dog_park/v1 was removed: published, 5 operations, owned by parks-team.",
      "add api-added: DogRun/v1 was added at /dog_park/v1: published, 5 operations, owned by parks-team.",
    ]
  `);
});

test('the file of an API says nothing of it', async () => {
  const edit = all(
    file(api),
    file(definition),
    file('apis/elsewhere/dogs.yaml', { ...moved, definition: '../other.json' }),
    file('apis/other.json', dogDefinition),
  );
  expect(await describeEdit(edit)).toEqual([]);
});

test('an application that goes takes its subscriptions with it', async () => {
  const others = (cleanRepository[subscriptions] ?? []).slice(1);
  const edit = all(file('applications/dog_walker.yaml'), file(subscriptions, ...others));
  expect(await describeEdit(edit)).toMatchInlineSnapshot(`
    [
      "remove application-removed: The application DogWalker was removed: web of ada@example.edu, with authorization_code, client_credentials, refresh_token and keys for production and sandbox.",
      "  DogWalker (ada@example.edu) can no longer get tokens",
      "remove subscription-removed: The subscription of DogWalker to DogPark/v1 was removed: gold, with dogs:read.",
      "  DogWalker (ada@example.edu) loses access to DogPark/v1",
    ]
  `);
});

test('a tier that replaces another changes the limit of each subscription', async () => {
  const edit = all(
    file(
      'tiers.yaml',
      { kind: 'Tier', name: 'silver', limit: { requests: 2, unit: 'second' } },
      { kind: 'Tier', name: 'free', limit: { requests: 100, unit: 'minute' } },
    ),
    file(
      subscriptions,
      ...(cleanRepository[subscriptions] ?? []).map((one) =>
        one['tier'] === 'gold' ? { ...one, tier: 'silver' } : one,
      ),
    ),
  );
  expect(await describeEdit(edit)).toMatchInlineSnapshot(`
    [
      "change subscription-tier-changed: The subscription of DogWalker to DogPark/v1: tier gold → silver.",
      "  DogWalker (ada@example.edu) can make 2 requests a second of DogPark/v1 instead of 1000 a minute",
      "change subscription-tier-changed: The subscription of Kennel to DogPark/v1: tier gold → silver.",
      "change tier-limit-changed: free: 10 → 100 requests a minute.",
      "  DogPage (grace@example.edu) can make 100 requests a minute of DogPark/v1 instead of 10",
      "remove tier-removed: The tier gold was removed: 1000 requests a minute.",
      "add tier-added: The tier silver was added: 2 requests a second.",
      "remove tier-removed: The tier unlimited was removed: unlimited.",
    ]
  `);
});

test('changes of an API that is not live affect no application', async () => {
  const edit = all(
    set(api, ['limit'], { requests: 1, unit: 'day' }),
    set('tiers.yaml', ['limit', 'requests'], 1),
    set(subscriptions, ['tier'], 'free'),
  );
  expect(await describeEdit(edit, set(api, ['state'], 'created'))).toMatchInlineSnapshot(`
    [
      "add api-limit-added: DogPark/v1: unlimited → 1 request a day.",
      "change subscription-tier-changed: The subscription of DogWalker to DogPark/v1: tier gold → free.",
      "change tier-limit-changed: gold: 1000 → 1 request a minute.",
    ]
  `);
});

test('an identity provider whose type changes is removed and added', async () => {
  const edit = file('identity-providers/campus.yaml', {
    kind: 'IdentityProvider',
    type: 'oidc',
    name: 'campus',
    issuer: 'https://login.example.edu',
    clientId: 'gateway',
    clientSecret: { fromEnv: 'CAMPUS_SECRET' },
  });
  expect(await describeEdit(edit)).toMatchInlineSnapshot(`
    [
      "remove identity-provider-removed: The identity provider campus was removed: ldap, ldaps://directory.example.edu.",
      "  DogPage (grace@example.edu) can no longer log in users of campus",
      "  DogWalker (ada@example.edu) can no longer log in users of campus",
      "add identity-provider-added: The identity provider campus was added: oidc, https://login.example.edu.",
      "  DogPage (grace@example.edu) can log in users of campus",
      "  DogWalker (ada@example.edu) can log in users of campus",
    ]
  `);
});

test('a breaking change of a contract affects the callers of its API', async () => {
  const { base, head } = await compareRepositories(cleanRepository, cleanRepository);
  const change: ContractChange = {
    id: 'required-parameter-added',
    compatibility: 'breaking',
    action: 'add',
    path: 'query parameter age',
    message: 'GET /dogs: query parameter age was added and is required.',
    after: { name: 'age' },
    at: { head: '/paths/~1dogs/get/parameters/4' },
    operations: ['GET /dogs'],
  };
  const changes: readonly ContractChange[] = [
    change,
    {
      ...change,
      id: 'parameter-removed',
      compatibility: 'risky',
      operations: ['GET /dogs', 'GET /dogs/{dogId}', 'PUT /dogs', 'POST /dogs'],
    },
    { ...change, id: 'optional-parameter-added', compatibility: 'compatible' },
    { ...change, id: 'security-scheme-changed', operations: [] },
  ];
  const found = describeContractChanges('DogPark/v1', changes, indexConsumers(base, head));
  expect(found[0]).toMatchInlineSnapshot(`
    {
      "action": "add",
      "affected": [
        {
          "application": "DogPage",
          "effect": "may fail at GET /dogs of DogPark/v1",
          "owner": "grace@example.edu",
        },
        {
          "application": "DogWalker",
          "effect": "may fail at GET /dogs of DogPark/v1",
          "owner": "ada@example.edu",
        },
      ],
      "after": {
        "name": "age",
      },
      "at": {
        "head": {
          "in": "contract",
          "pointer": "/paths/~1dogs/get/parameters/4",
        },
      },
      "compatibility": "breaking",
      "id": "required-parameter-added",
      "message": "GET /dogs: query parameter age was added and is required.",
      "operations": [
        "GET /dogs",
      ],
      "path": "query parameter age",
      "subject": {
        "kind": "Api",
        "name": "DogPark/v1",
      },
    }
  `);
  expect(
    found.map(({ id, compatibility, affected }) => [
      id,
      compatibility,
      ...affected.map(({ effect }) => effect),
    ]),
  ).toMatchInlineSnapshot(`
    [
      [
        "required-parameter-added",
        "breaking",
        "may fail at GET /dogs of DogPark/v1",
        "may fail at GET /dogs of DogPark/v1",
      ],
      [
        "parameter-removed",
        "risky",
        "may fail at GET /dogs, GET /dogs/{dogId} and 2 other operations of DogPark/v1",
        "may fail at GET /dogs, GET /dogs/{dogId} and 2 other operations of DogPark/v1",
      ],
      [
        "optional-parameter-added",
        "compatible",
      ],
      [
        "security-scheme-changed",
        "breaking",
        "may fail at DogPark/v1",
        "may fail at DogPark/v1",
      ],
    ]
  `);
});

test('an application that is called otherwise takes over its consumer keys', async () => {
  const rename = all(set(walker, ['name'], 'DogRunner'), set(subscriptions, ['application'], 'DogRunner'));
  expect(await describeEdit(rename)).toMatchInlineSnapshot(`
    [
      "add application-added: The application DogRunner was added: web of ada@example.edu, with authorization_code, client_credentials, refresh_token and keys for production and sandbox; it takes over consumer keys of DogWalker.",
      "remove application-removed: The application DogWalker was removed: web of ada@example.edu, with authorization_code, client_credentials, refresh_token and keys for production and sandbox.",
      "  DogWalker (ada@example.edu) loses consumer keys to DogRunner",
      "add subscription-added: The subscription of DogRunner to DogPark/v1 was added: gold, with dogs:read.",
      "  DogRunner (ada@example.edu) gains access to DogPark/v1",
      "remove subscription-removed: The subscription of DogWalker to DogPark/v1 was removed: gold, with dogs:read.",
      "  DogWalker (ada@example.edu) loses access to DogPark/v1",
    ]
  `);
});

test('a consumer key that moves to another application is reported', async () => {
  const swap = all(
    set(walker, ['keys', 'production', 'consumerKey'], 'kennel-production'),
    set('applications/kennel.yaml', ['keys', 'production', 'consumerKey'], 'dogwalker-production'),
  );
  expect(await describeEdit(swap)).toMatchInlineSnapshot(`
    [
      "change consumer-key-changed: DogWalker: production consumer key dogwalker-production → kennel-production (formerly of Kennel); clients with the old key are rejected.",
      "  DogWalker (ada@example.edu) must use the consumer key kennel-production instead of dogwalker-production",
      "change consumer-key-changed: Kennel: production consumer key kennel-production → dogwalker-production (formerly of DogWalker); clients with the old key are rejected.",
      "  Kennel (kennel-team) must use the consumer key dogwalker-production instead of kennel-production",
    ]
  `);
  const key = { consumerKey: 'kennel-production', secretDigests: [secret(3)] };
  const takeOver = all(file('applications/kennel.yaml'), set(walker, ['keys', 'sandbox'], key));
  const unsubscribe = all(file(subscriptions), set(walker, ['keys', 'sandbox'], undefined));
  expect(await describeEdit(takeOver, unsubscribe)).toMatchInlineSnapshot(`
    [
      "add key-set-added: DogWalker: the sandbox keys were added: consumer key kennel-production with 1 secret (formerly of Kennel).",
      "  DogWalker (ada@example.edu) can get tokens with sandbox keys",
      "remove application-removed: The application Kennel was removed: service of kennel-team, with client_credentials, urn:ietf:params:oauth:grant-type:saml2-bearer and keys for production.",
      "  Kennel (kennel-team) loses consumer keys to DogWalker",
    ]
  `);
});

test('endpoints that change places are felt by those who have keys for them', async () => {
  const url = 'https://dogs-1.internal.example.edu';
  const first = set(api, ['endpoints', 'production'], { url });
  const swap = all(
    set(api, ['endpoints', 'production'], { url: 'https://dogs-sandbox.internal.example.edu' }),
    set(api, ['endpoints', 'sandbox'], { url }),
  );
  expect(await describeEdit(swap, first)).toMatchInlineSnapshot(`
    [
      "change endpoint-target-changed: DogPark/v1: upstream URL of the production endpoint https://dogs-1.internal.example.edu → https://dogs-sandbox.internal.example.edu.",
      "  DogPage (grace@example.edu) reaches the former sandbox upstream of DogPark/v1 with production keys",
      "  DogWalker (ada@example.edu) reaches the former sandbox upstream of DogPark/v1 with production keys",
      "change endpoint-target-changed: DogPark/v1: upstream URL of the sandbox endpoint https://dogs-sandbox.internal.example.edu → https://dogs-1.internal.example.edu.",
      "  DogWalker (ada@example.edu) reaches the former production upstream of DogPark/v1 with sandbox keys",
    ]
  `);
});

test('a sandbox that is asked beside others with production keys is felt', async () => {
  const targets = ['https://dogs-1.internal.example.edu', 'https://dogs-sandbox.internal.example.edu'];
  const edit = all(
    set(api, ['endpoints', 'production', 'targets'], targets),
    set(api, ['endpoints', 'sandbox'], { url: 'https://dogs-3.internal.example.edu' }),
  );
  expect(await describeEdit(edit)).toMatchInlineSnapshot(`
    [
      "change endpoint-target-changed: DogPark/v1: upstream URL of the production endpoint https://dogs-2.internal.example.edu → https://dogs-sandbox.internal.example.edu.",
      "  DogPage (grace@example.edu) reaches the former sandbox upstream of DogPark/v1 with production keys",
      "  DogWalker (ada@example.edu) reaches the former sandbox upstream of DogPark/v1 with production keys",
      "change endpoint-target-changed: DogPark/v1: upstream URL of the sandbox endpoint https://dogs-sandbox.internal.example.edu → https://dogs-3.internal.example.edu.",
      "  DogWalker (ada@example.edu) reaches DogPark/v1 at https://dogs-3.internal.example.edu with sandbox keys",
    ]
  `);
});
