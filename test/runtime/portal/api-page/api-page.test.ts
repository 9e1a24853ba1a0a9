import { describe, expect, test } from 'vitest';
import type { ManifestSubscription } from '#compiled/manifest.ts';
import { pageText } from '../page-text.ts';
import { userInTest, visit, visitPage } from '../visit-in-test.ts';
import { parkTable, parkVersions, walker } from './park-table.ts';

const v2 = '/store/apis/dog_park/v2';
const ada = userInTest('ada');
const subscription: ManifestSubscription = {
  application: 'DogWalker',
  api: 'DogPark/v2',
  tier: 'gold',
  state: 'active',
  scopes: ['dogs:read'],
};

describe('a page reads', () => {
  test.each([
    ['version', v2],
    ['deprecated-version', '/store/apis/dog_park/v1'],
    ['operation-with-parameters', `${v2}/operation?method=GET&path=/dogs`],
    ['operation-with-body', `${v2}/operation?method=POST&path=/dogs`],
    ['deprecated-operation', `${v2}/operation?method=DELETE&path=/dogs/{id}`],
    ['group', `${v2}/operations?tag=Dogs`],
  ])('%s', async (name, path) => {
    const page = await visitPage(parkTable(), path);
    await expect(pageText(page)).toMatchFileSnapshot(`pages/${name}.txt`);
  });

  test('public-operation and version-with-public-operations', async () => {
    const addressLimit = { requests: 10, unit: 'second', burst: 10, whenUnavailable: 'refuse' } as const;
    const apis = parkVersions.map((api) => ({
      ...api,
      addressLimit,
      operations: ['public GET /dogs', 'public POST /dogs'],
    }));
    const page = await visitPage(parkTable({ apis }), `${v2}/operation?method=GET&path=/dogs`);
    await expect(pageText(page)).toMatchFileSnapshot('pages/public-operation.txt');
    const version = await visitPage(parkTable({ apis }), v2);
    await expect(pageText(version)).toMatchFileSnapshot('pages/version-with-public-operations.txt');
    expect(page + version).not.toContain('Authorization');
  });

  test('version-for-a-subscriber', async () => {
    const page = await visitPage(parkTable({ subscriptions: [subscription] }), v2, { user: ada });
    await expect(pageText(page)).toMatchFileSnapshot('pages/version-for-a-subscriber.txt');
  });

  test.each([
    ['https://localhost:8243', true],
    ['https://gateway.example.edu', false],
    ['http://localhost:8243', false],
  ])('how to trust the own authority of the gateway at %s: %s', async (gatewayUrl, isShown) => {
    const page = await visitPage(parkTable({ gateway: { gatewayUrl } }), v2);
    expect(pageText(page).includes('give curl the option --cacert')).toBe(isShown);
  });

  test('version-with-changes', async () => {
    const changes = {
      breaking: [{ message: 'GET /dogs: query parameter sort was removed.', operations: ['GET /dogs'] }],
      risky: [{ message: 'GET /dogs: `^a` → `^b`.', operations: ['GET /dogs'] }],
      compatible: Array.from({ length: 7 }, (_, index) => ({
        message: `GET /dogs/${index} was added.`,
        operations: [],
      })),
      descriptions: 2,
    };
    const page = await visitPage(parkTable(), v2, { changesSince: () => changes });
    await expect(pageText(page)).toMatchFileSnapshot('pages/version-with-changes.txt');
    const all = await visitPage(parkTable(), `${v2}/changes`, { changesSince: () => changes });
    await expect(pageText(all)).toMatchFileSnapshot('pages/changes.txt');
  });

  test('version-without-url', async () => {
    const page = await visitPage(parkTable({ gateway: { versioning: 'header' } }), v2);
    expect(page).toContain('curl https://gateway.example.edu/dog_park/dogs \\\n');
    expect(page).toContain('--header &#39;API-Version: v2&#39;');
  });
});

describe('the address without a version', () => {
  test('leads to the newest published version', async () => {
    expect(await visit(parkTable(), '/store/apis/dog_park')).toEqual({ location: '/store/apis/dog_park/v2' });
  });

  test('leads to the newest one if none is published', async () => {
    const table = parkTable({ apis: parkVersions.slice(0, 1) });
    expect(await visit(table, '/store/apis/dog_park')).toEqual({ location: '/store/apis/dog_park/v1' });
  });
});

describe('a version that the reader does not see', () => {
  const paths = ['', '/operations', '/operation?method=GET&path=/dogs', '/changes', '/openapi.json'];

  test.each(paths.map((path) => `/store/apis/dog_park/v3${path}`))('does not exist: %s', async (path) => {
    expect(await visit(parkTable(), path, { user: ada })).toMatchObject({ status: 404 });
  });

  test('is shown to its owners', async () => {
    const owner = userInTest('tests');
    const page = await visitPage(parkTable(), '/store/apis/dog_park/v3', { user: owner });
    expect(pageText(page)).toContain('This version is not published yet');
    expect(pageText(page)).toContain('- v3 (Created)');
  });

  test('is not named by the pages of others', async () => {
    expect(await visitPage(parkTable(), v2)).not.toContain('dog_park/v3');
  });

  test('of an API for its owners does not exist for others', async () => {
    const apis = parkVersions.map((api) => ({ ...api, visibility: 'owners' as const }));
    for (const path of ['/store/apis/dog_park', v2, `${v2}/openapi.json`])
      expect(await visit(parkTable({ apis }), path, { user: ada })).toMatchObject({ status: 404 });
    expect(await visit(parkTable({ apis }), v2, { user: userInTest('tests') })).toMatchObject({
      status: 200,
    });
  });
});

describe('what is missing for a call', () => {
  const read = async (changes: Parameters<typeof parkTable>[0], path = v2) => {
    const page = pageText(await visitPage(parkTable(changes), path, { user: ada }));
    return page.slice(page.indexOf('## Your access'), page.indexOf('## How to call it')).trim();
  };

  test('is an application', async () => {
    expect(await read({ applications: [{ ...walker, owner: 'grace' }] })).toMatchInlineSnapshot(`
      "## Your access
      You have no application yet. An application has the keys that calls are made with. You can propose one together with its subscription to this version. One that you have proposed counts when the gateway has loaded the merge of its proposal.
      [Propose an application with a subscription](/store/proposals/new/application?api=DogPark%2Fv2)"
    `);
  });

  test('is a subscription', async () => {
    expect(await read({})).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      Show
      This application is not subscribed to this version.
      [Request a subscription](/store/proposals/new/subscribe?api=DogPark%2Fv2&application=DogWalker)"
    `);
  });

  test('is a subscription that cannot be requested any more', async () => {
    expect(await read({}, '/store/apis/dog_park/v1')).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      Show
      This application is not subscribed to this version. A deprecated or retired version takes no new subscriptions."
    `);
  });

  test('is an active subscription', async () => {
    const blocked = { ...subscription, state: 'blocked' as const };
    expect(await read({ subscriptions: [blocked] })).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      Show
      The subscription of this application is blocked. Ask the owner of the API for the reason."
    `);
  });

  test('are keys, and an endpoint for them', async () => {
    const sandbox = `${v2}?application=DogWalker&keys=sandbox`;
    expect(await read({ subscriptions: [subscription] }, sandbox)).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      sandbox
      Show
      This version cannot be called with keys of this kind.
      This application has no keys of this kind.
      [Add keys](/store/applications/DogWalker)"
    `);
  });

  test('is a grant', async () => {
    const applications = [{ ...walker, grants: [] }];
    expect(await read({ subscriptions: [subscription], applications })).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      Show
      This application has no grant, so it cannot get a token.
      [Change the application](/store/applications/DogWalker)"
    `);
  });

  test('is a callback URL, where every grant needs one', async () => {
    const grants = ['authorization_code', 'refresh_token'];
    const applications = [{ ...walker, callbackUrls: [], grants }];
    expect(await read({ subscriptions: [subscription], applications })).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      Show
      This application has no callback URL, so its users cannot sign in and it gets no token.
      [Change the application](/store/applications/DogWalker)"
    `);
  });

  test('is a callback URL for one grant alone', async () => {
    const all = { ...subscription, scopes: ['dogs:read', 'dogs:write'] };
    const applications = [{ ...walker, callbackUrls: [] }];
    const changes = { subscriptions: [all], applications };
    expect(await read(changes)).toContain('DogWalker can call this version');
    const page = pageText(await visitPage(parkTable(changes), v2, { user: ada }));
    expect(page.split('This application has no callback URL, which this grant needs.')).toHaveLength(2);
    expect(page).toMatch(
      /> For a user who signs in \(authorization code\)\nThis application has no callback URL, which this grant needs\./,
    );
  });

  test('is a scope', async () => {
    expect(await read({ subscriptions: [subscription] })).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      Show
      DogWalker can call this version, with the tier gold.
      The subscription does not allow what some operations need: dogs:write. Calls of them are refused. Ask the owner of the API to add them to the subscription, or withdraw it and subscribe again with them.
      [Show the subscriptions of the application](/store/applications/DogWalker)"
    `);
  });

  test('is nothing', async () => {
    const all = { ...subscription, scopes: ['dogs:read', 'dogs:write'] };
    expect(await read({ subscriptions: [all] })).toMatchInlineSnapshot(`
      "## Your access
      Application
      DogWalker
      Keys
      production
      Show
      DogWalker can call this version, with the tier gold."
    `);
  });

  test('never shows the application of somebody else', async () => {
    const others = [{ ...walker, name: 'Secret_Plan', owner: 'grace' }];
    const page = await visitPage(
      parkTable({ applications: [walker, ...others] }),
      `${v2}?application=Secret_Plan`,
      { user: ada },
    );
    expect(page).not.toContain('Secret_Plan');
  });
});
