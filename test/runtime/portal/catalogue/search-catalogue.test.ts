import { describe, expect, test } from 'vitest';
import { openCatalogue } from '#runtime/portal/catalogue/catalogue.ts';
import { readCatalogueQuery } from '#runtime/portal/catalogue/catalogue-query.ts';
import { searchCatalogue } from '#runtime/portal/catalogue/search-catalogue.ts';
import type { StoreUser } from '#runtime/portal/visit/store-user.ts';
import type { ApiInTest } from '../../table-builder.ts';
import { defineCatalogue, parks } from './define-apis.ts';

const ada: StoreUser = {
  subject: 'user:ada',
  username: 'ada',
  displayName: 'Ada',
  emails: [],
  teams: ['parks-team'],
  provider: 'users',
  groups: [],
  sessionId: 's',
};

/** The names that a query finds, in their order, and the counts of the facets. */
async function search(
  query: string,
  apis: readonly (Partial<ApiInTest> & Pick<ApiInTest, 'name'>)[] = parks,
  user?: StoreUser,
) {
  const catalogue = openCatalogue(defineCatalogue(apis));
  const found = await searchCatalogue(catalogue, readCatalogueQuery(new URLSearchParams(query)), user);
  const { state, owner, tag } = found.counts;
  return {
    names: found.apis.map(({ name }) => name),
    counts: {
      state: Object.fromEntries(state),
      owner: Object.fromEntries(owner),
      tag: Object.fromEntries(tag),
    },
  };
}

const named = async (text: string, apis: Parameters<typeof search>[1]) =>
  (await search(`q=${encodeURIComponent(text)}`, apis)).names;

describe('a search', () => {
  test('ranks by where a word is found', async () => {
    const apis = [
      { name: 'ByOwner', owner: 'meter-team' },
      { name: 'ByDescription', description: 'Reads a meter.' },
      { name: 'ByOperation', operations: ['GET /buildings/{id}/meters'] },
      { name: 'ByTitle', contract: { info: { title: 'All Meters' } } },
      { name: 'ByTopic', tags: ['meters'] },
      { name: 'GasMeters' },
      { name: 'MetersOfGas' },
      { name: 'Meter' },
      { name: 'Other' },
    ];
    expect(await named('meter', apis)).toEqual([
      'Meter',
      'MetersOfGas',
      'GasMeters',
      'ByTopic',
      'ByTitle',
      'ByDescription',
      'ByOperation',
      'ByOwner',
    ]);
  });

  test.each([
    ['a path', 'word definitions'],
    ['an operationId', 'definitions'],
    ['a word within an operationId', 'pronunciation'],
    ['a whole operationId', 'listWordPronunciations'],
    ['a summary', 'hyphenate'],
    ['a summary with escapes', 'quoted "text"'],
  ])('finds operations by %s', async (_what, text) => {
    const paths = {
      '/word.json/{word}/definitions': { get: { summary: 'Look up', description: 'secretly' } },
      '/words': { get: { summary: 'Hyphenate a\\n "quoted" text' } },
    };
    const contract = { info: { title: 'A' }, paths };
    const operations = [
      { method: 'GET', path: '/word.json/{word}/definitions', operationId: 'listWordPronunciations' },
      'GET /words',
    ];
    const apis = [{ name: 'Wordnik', contract, operations }, { name: 'Other' }];
    expect(await named(text, apis as Parameters<typeof search>[1])).toEqual(['Wordnik']);
    expect(await named('secretly', apis as Parameters<typeof search>[1])).toEqual([]);
  });

  test('finds the summaries of what is served, and no other member of that name', async () => {
    const paths = { '/words': { get: { summary: 'Announce' }, post: { summary: 'Draft' } } };
    const components = { examples: { One: { summary: 'Secretive', value: { summary: 'Secretive' } } } };
    const contract = { openapi: '3.1.0', info: { title: 'A' }, paths, components };
    const apis = [{ name: 'Wordnik', contract, operations: ['GET /words'] }];
    expect(await named('announce', apis)).toEqual(['Wordnik']);
    for (const text of ['secretive', 'draft']) expect(await named(text, apis), text).toEqual([]);
  });

  test('finds what follows texts of ten million characters', async () => {
    const long = `${'long '.repeat(2_000_000)}hidden`;
    const paths = {
      '/a': { get: { summary: long, description: long } },
      '/b': { get: { summary: 'Announce' } },
    };
    const info = { title: `Titled ${long}`, description: `Described ${long}` };
    const contract = { info, paths, components: { examples: { A: { summary: long, value: long } } } };
    const apis = [
      { name: 'Long', contract, operations: ['GET /a', 'GET /b'], tags: [`tagged ${long}`] },
      { name: 'Short', description: 'Announced' },
    ];
    for (const text of ['titled', 'described', 'tagged']) expect(await named(text, apis)).toEqual(['Long']);
    expect(await named('announce', apis)).toEqual(['Short', 'Long']);
    expect(await named('hidden', apis)).toEqual([]);
  });

  test('builds an index again that could not be built', async () => {
    const catalogue = openCatalogue(defineCatalogue(parks));
    const [first] = catalogue.apis();
    const api = first?.versions[0]?.api;
    if (!api) throw new Error('there is no API');
    Object.defineProperty(api, 'operations', {
      configurable: true,
      get: () => {
        throw new Error('not readable');
      },
    });
    const dogs = () =>
      searchCatalogue(catalogue, readCatalogueQuery(new URLSearchParams('q=dogs')), undefined);
    await expect(dogs()).rejects.toThrow('not readable');
    Object.defineProperty(api, 'operations', { value: [] });
    expect((await dogs()).apis.map(({ name }) => name)).toContain('DogPark');
  });

  test('finds no operation of an API that the reader does not see', async () => {
    const operations = ['GET /salaries'];
    const apis = [{ name: 'Pay', operations, visibility: 'owners', owner: 'somebody-else' }] as const;
    expect((await search('q=salaries', apis, ada)).names).toEqual([]);
  });

  test('counts topics that differ only in case once, and finds them by either', async () => {
    const apis = [
      { name: 'One', tags: ['Billing', 'billing', 'other'] },
      { name: 'Two', tags: ['billing'] },
    ];
    const { counts } = await search('', apis);
    expect(counts.tag).toEqual({ Billing: 2, other: 1 });
    for (const tag of ['Billing', 'billing', 'BILLING'])
      expect((await search(`tag=${tag}`, apis)).names).toEqual(['One', 'Two']);
  });

  test('writes a topic as an API does that the reader may see', async () => {
    const apis = [
      { name: 'A', tags: ['LAYOFFS', 'Other'], visibility: 'owners', owner: 'alice' },
      { name: 'B', tags: ['layoffs'] },
    ] as const;
    expect((await search('', apis, ada)).counts.tag).toEqual({ layoffs: 1 });
    expect((await search('', apis, { ...ada, username: 'alice' })).counts.tag).toEqual({
      LAYOFFS: 2,
      Other: 1,
    });
    expect((await search('tag=LAYOFFS', apis, ada)).names).toEqual(['B']);
  });

  test('puts the API of exactly this name first, however it is written', async () => {
    const apis = [
      { name: 'Dog_A_Park' },
      { name: 'DogPark' },
      { name: 'DogParkDogs', tags: ['dog', 'park'] },
    ];
    for (const text of ['DogPark', 'dog park', 'dog_park', 'DOG-PARK'])
      expect((await named(text, apis))[0], text).toBe('DogPark');
  });

  test('finds words in any order, each by its beginning, without case and accents', async () => {
    const apis = [{ name: 'Rooms', description: 'Die Räume der Universität, und ihre Schlüssel. Café.' }];
    for (const text of ['universitat raume', 'SCHLÜSSEL', 'schlu uni', 'cafe\u0301', '  räume, café!  '])
      expect(await named(text, apis), text).toEqual(['Rooms']);
    for (const text of ['raume fehlt', 'aume', 'räumen']) expect(await named(text, apis), text).toEqual([]);
  });

  test('finds words of scripts without spaces', async () => {
    const apis = [{ name: 'Library', description: '図書館の本を検索します。' }];
    expect(await named('検索', apis)).toEqual(['Library']);
    expect(await named('天気', apis)).toEqual([]);
  });

  test('finds a version by its number', async () => {
    expect(await named('dog v2', parks)).toEqual(['DogPark']);
    expect(await named('dog v3', parks)).toEqual([]);
  });

  test('finds nothing that is hidden from the reader', async () => {
    const apis = [
      {
        name: 'Open',
        version: 'v2',
        state: 'created',
        owner: 'parks-team',
        tags: ['secret'],
        description: 'plans',
      },
      { name: 'Open', version: 'v1' },
      { name: 'Hidden', visibility: 'owners', owner: 'parks-team', description: 'plans' },
    ] as const;
    const nobody = await search('q=plans', apis);
    expect(nobody).toEqual({ names: [], counts: { state: {}, owner: {}, tag: {} } });
    expect((await search('', apis)).counts).toEqual({
      state: { published: 1 },
      owner: { tests: 1 },
      tag: {},
    });
    expect((await search('tag=secret', apis)).names).toEqual([]);
    expect((await search('q=plans', apis, ada)).names).toEqual(['Hidden', 'Open']);
    expect((await search('tag=secret', apis, ada)).names).toEqual(['Open']);
  });
});

describe('filters', () => {
  test('fit one version together, and count what each choice would leave', async () => {
    expect(await search('owner=parks-team')).toEqual({
      names: ['DogPark'],
      counts: {
        state: { published: 1, deprecated: 1 },
        owner: { 'parks-team': 1, 'city@example.edu': 2 },
        tag: { animals: 1, city: 1 },
      },
    });
    // The topics are those of the published version.
    expect((await search('state=deprecated&tag=animals')).names).toEqual([]);
  });

  test('of unknown values find nothing', async () => {
    expect((await search('owner=nobody')).names).toEqual([]);
    expect((await search('tag=__proto__')).names).toEqual([]);
  });

  test('can be sorted by owner', async () => {
    expect((await search('sort=owner')).names).toEqual(['Benches', 'Fountains', 'DogPark']);
  });
});
