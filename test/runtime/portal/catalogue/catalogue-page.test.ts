import { expect, test } from 'vitest';
import { openGateway } from '../../gateway-in-test.ts';
import { StoreBrowser } from '../session/store-in-test.ts';
import { pageText } from '../page-text.ts';
import { defineCatalogue, parks } from './define-apis.ts';

async function openCatalogue(apis: Parameters<typeof defineCatalogue>[0] = parks, store?: object) {
  const gateway = await openGateway(defineCatalogue(apis, store));
  const browser = new StoreBrowser(gateway);
  const read = async (path: string) => pageText((await browser.store.visit(path)).body);
  return { browser, read };
}

test('the catalogue lists the APIs by name, with what a reader needs to choose a version', async () => {
  const { read } = await openCatalogue();
  expect(await read('/store')).toMatchInlineSnapshot(`
    "# APIs
    Find an API, read how it is called, and subscribe an application to it.
    Search for APIs
    <q: >
    Search
    > Filters
    ## State
    - [Published 1](/store?state=published)
    - [Deprecated 1](/store?state=deprecated)
    - [Blocked 1](/store?state=blocked)
    - [Retired 1](/store?state=retired)
    ## Owner
    - [city@example.edu 2](/store?owner=city%40example.edu)
    - [parks-team 1](/store?owner=parks-team)
    ## Topic
    - [city 2](/store?tag=city)
    - [animals 1](/store?tag=animals)
    3 APIs
    - [Name](/store)
    - [Owner](/store?sort=owner)
    -
    ## [Benches](/store/apis/benches/1)
    Where to sit
    Every bench.
    - [1](/store/apis/benches/1) (Blocked) Expected back on 1 March 2026
    Owner [city@example.edu](/store?owner=city%40example.edu)
    - [city](/store?tag=city)
    -
    ## [DogPark](/store/apis/dog_park/v2)
    The dogs of the parks, and who walks them.
    - [v2](/store/apis/dog_park/v2) (Published)
    - [v1](/store/apis/dog_park/v1) (Deprecated) Deprecated since 1 March 2026. May be retired from 1 March 2027. Use instead: [DogPark v2](/store/apis/dog_park/v2).
    Owner [parks-team](/store?owner=parks-team)
    - [animals](/store?tag=animals)
    - [city](/store?tag=city)
    -
    ## [Fountains](/store/apis/fountains/v1)
    Its owner has not described it yet.
    - [v1](/store/apis/fountains/v1) (Retired)
    Owner [city@example.edu](/store?owner=city%40example.edu)"
  `);
});

test('owners also see their versions that others do not see, and nobody else sees them', async () => {
  const { browser, read } = await openCatalogue();
  await browser.signIn();
  const page = await read('/store?owner=alice');
  expect(page).toMatchInlineSnapshot(`
    "# APIs
    Find an API, read how it is called, and subscribe an application to it.
    Search for APIs
    <q: >
    <owner: alice>
    Search
    > Filters
    ## State
    - [Created 1](/store?owner=alice&state=created)
    - [Published 1](/store?owner=alice&state=published)
    ## Owner
    - [alice 2](/store)
    - [city@example.edu 2](/store?owner=city%40example.edu)
    - [parks-team 1](/store?owner=parks-team)
    - [Remove the filter Owner: alice](/store)
    2 APIs
    - [Name](/store?owner=alice)
    - [Owner](/store?owner=alice&sort=owner)
    -
    ## [Draft](/store/apis/draft/v1)
    Not announced yet.
    - [v1](/store/apis/draft/v1) (Created)
    Owner [alice](/store?owner=alice)
    -
    ## [Internal](/store/apis/internal/v1)
    For us alone.
    - [v1](/store/apis/internal/v1) (Published)
    Owner [alice](/store?owner=alice)"
  `);
  expect(await read('/store?q=somebody')).toContain('No API matches this search');
});

test('a search and filters show what they find, and how to widen it', async () => {
  const { read } = await openCatalogue();
  expect(await read('/store?q=dog&state=deprecated&sort=name')).toMatchInlineSnapshot(`
    "# APIs
    Find an API, read how it is called, and subscribe an application to it.
    Search for APIs
    <q: dog>
    <state: deprecated>
    Search
    > Filters
    ## State
    - [Published 1](/store?q=dog&state=published&sort=name)
    - [Deprecated 1](/store?q=dog&sort=name)
    - [Blocked 1](/store?q=dog&state=blocked&sort=name)
    - [Retired 1](/store?q=dog&state=retired&sort=name)
    ## Owner
    - [parks-team 1](/store?q=dog&state=deprecated&owner=parks-team&sort=name)
    - [Remove the filter State: Deprecated](/store?q=dog&sort=name)
    1 API
    - [Best match](/store?q=dog&state=deprecated)
    - [Name](/store?q=dog&state=deprecated&sort=name)
    - [Owner](/store?q=dog&state=deprecated&sort=owner)
    -
    ## [DogPark](/store/apis/dog_park/v2)
    The dogs of the parks, and who walks them.
    - [v2](/store/apis/dog_park/v2) (Published)
    - [v1](/store/apis/dog_park/v1) (Deprecated) Deprecated since 1 March 2026. May be retired from 1 March 2027. Use instead: [DogPark v2](/store/apis/dog_park/v2).
    Owner [parks-team](/store?owner=parks-team)
    - [animals](/store?tag=animals)
    - [city](/store?tag=city)"
  `);
});

test('a search that finds nothing helps', async () => {
  const { read } = await openCatalogue();
  expect(await read('/store?q=zebra')).toMatchInlineSnapshot(`
    "# APIs
    Find an API, read how it is called, and subscribe an application to it.
    Search for APIs
    <q: zebra>
    Search
    ## No API matches this search
    Try another word, or its beginning. Each word of a search has to be found.
    [Show all APIs](/store)"
  `);
});

test('an empty catalogue explains itself', async () => {
  const { read } = await openCatalogue([{ name: 'Draft', state: 'created' }]);
  expect(await read('/store')).toMatchInlineSnapshot(`
    "# APIs
    Find an API, read how it is called, and subscribe an application to it.
    ## No APIs are published yet
    An API appears here as soon as its declaration is merged and its state is published. Some are shown to their owners only: sign in if you expected one.
    [Sign in](/store/sign-in)"
  `);
});

test('owners and topics have pages of their own', async () => {
  const { read } = await openCatalogue();
  expect(await read('/store/owners')).toMatchInlineSnapshot(`
    "- [APIs](/store)
    - APIs by owner
    # APIs by owner
    - [city@example.edu 2](/store?owner=city%40example.edu)
    - [parks-team 1](/store?owner=parks-team)"
  `);
  expect(await read('/store/topics')).toMatchInlineSnapshot(`
    "- [APIs](/store)
    - APIs by topic
    # APIs by topic
    - [city 2](/store?tag=city)
    - [animals 1](/store?tag=animals)"
  `);
});

test('queries that make no sense show the first or the last page', async () => {
  const { read } = await openCatalogue();
  const all = await read('/store');
  for (const query of [
    'page=0',
    'page=-1',
    'page=1e9',
    'page=x',
    'state=new',
    'sort=match',
    'q=%00',
    'q=%ff',
  ])
    expect(await read(`/store?${query}`), query).toContain('3 APIs');
  expect(await read('/store?unknown=1')).toBe(all);
});

test('markup in names and texts stays text', async () => {
  const attack = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
  const { browser } = await openCatalogue([
    {
      name: 'Attack',
      description: `${attack} [x](javascript:alert(1)) ![y](https://elsewhere.example/y.png)`,
      tags: [attack],
      owner: attack,
      version: attack,
      contract: { info: { title: attack } },
    },
  ]);
  const query = `q=${encodeURIComponent(attack)}`;
  for (const path of [
    '/store',
    `/store?${query}`,
    '/store/owners',
    '/store/topics',
    `/store?tag=${encodeURIComponent(attack)}`,
  ]) {
    const { body } = await browser.store.visit(path);
    expect(body).not.toContain('<script>');
    expect(body).not.toContain('<img src=x');
    expect(body).not.toMatch(/(href|src)="(javascript:|https:)/);
  }
});

test('a store for signed-in users shows nobody else its catalogue, and not what a search finds either', async () => {
  const { browser, read } = await openCatalogue(parks, { visibility: 'signed-in' });
  for (const path of ['/store', '/store/owners', '/store/topics', '/store?q=dog'])
    expect((await browser.store.visit(path)).location).toBe(
      `/store/sign-in?return=${encodeURIComponent(path)}`,
    );
  const fromScript = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' };
  expect((await browser.store.visit('/store/found?q=dog', fromScript)).status).toBe(403);
  await browser.signIn();
  expect(await read('/store')).toContain('DogPark');
});

test('only scripts of the store get what a search finds, as the page shows it', async () => {
  const { browser } = await openCatalogue();
  const found = await browser.store.visit('/store/found?q=dog', {
    'sec-fetch-dest': 'empty',
    'sec-fetch-site': 'same-origin',
  });
  const page = await browser.store.visit('/store?q=dog');
  expect(page.body.replace(/\s+/g, '')).toContain(found.body.replace(/\s+/g, ''));
  expect((await browser.store.visit('/store/found?q=dog')).code).toBe('sent_from_elsewhere');
});

test.each([
  ['add benches', 'POST /benches/add', 'add benches'],
  ['park BENCH', 'GET /benches', 'bench'],
  ['park', 'GET /park', undefined],
  ['green', 'GET /benches', undefined],
  ['a&b=<c>', 'GET /a/b/c', 'a b c'],
] as const)('a search for %s leads to the operation %s', async (text, operation, words) => {
  const [method = '', path = ''] = operation.split(' ');
  const contract = { paths: { [path]: { [method.toLowerCase()]: { responses: {} } } } };
  const api = { name: 'Park', description: 'Green.', operations: [operation], contract };
  const { browser } = await openCatalogue([api]);
  const { body } = await browser.store.visit(`/store?${new URLSearchParams({ q: text }).toString()}`);
  const [, link = '', shown] = /<a href="([^"]*#operations)">Its operations with “(.*?)”/.exec(body) ?? [];
  expect(shown).toBe(words);
  if (words === undefined) return;
  const found = await browser.store.visit(link.replace('#operations', '').replaceAll('&amp;', '&'));
  expect(pageText(found.body)).toContain(`1 result for “${words}”`);
});
