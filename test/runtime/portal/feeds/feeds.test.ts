import { XmlDocument } from 'libxml2-wasm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LifecycleState } from '#compiled/manifest.ts';
import {
  openAuthorization,
  alice,
  passwordOfAlice,
  type AuthorizationInTest,
} from '../../oauth/authorization-in-test.ts';
import { authOrigin } from '../../oauth/authorize/browser-in-test.ts';
import { buildTable, defineApi, type ApiInTest } from '../../table-builder.ts';
import { storeUrl, StoreBrowser } from '../session/store-in-test.ts';

const dogs = '/store/apis/dog_park/v1/changes.atom';
const all = '/store/changes.atom';
const start = Date.parse('2026-06-15T12:00:00.250Z');
const day = 86_400_000;
const deprecation = { since: start / 1000, sunset: (start + 30 * day) / 1000, successor: 'dog_park/v2' };

describe('feeds', () => {
  let now = start;
  let server: AuthorizationInTest;

  const table = (
    state: LifecycleState,
    changes: Partial<ApiInTest> = {},
    visibility: 'public' | 'signed-in' = 'public',
  ) =>
    buildTable({
      gateway: { authUrl: authOrigin, storeUrl, store: { title: 'Dogs & <cats>', visibility } },
      apis: [
        defineApi({ endpoints: {}, operations: ['GET /dogs'], state, ...changes }),
        defineApi({
          endpoints: {},
          operations: ['GET /owls'],
          name: 'OwlHouse',
          context: 'owl_house',
          visibility: 'owners',
          owner: 'alice',
        }),
        defineApi({
          endpoints: {},
          operations: ['GET /fish'],
          name: 'FishShop',
          context: 'fish_shop',
          state: 'created',
        }),
      ],
      applications: [],
      subscriptions: [],
      users: [alice],
      teams: [],
    });

  beforeEach(async () => {
    now = start;
    server = await openAuthorization(table('published'), { clock: () => now });
  });
  afterEach(() => server.close());

  /** Requests as feed readers do, without cookies and without the headers of browsers. */
  const get = (path: string, headers = {}) => server.call(path, { headers });

  const read = async (path: string) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    return readAtom(text);
  };

  test('show what happened to a version, the newest first, with identifiers that stay', async () => {
    now += day;
    await server.swap(table('deprecated', { deprecation }));
    now += day;
    const moved = { ...deprecation, sunset: (start + 60 * day) / 1000 };
    await server.swap(table('deprecated', { deprecation: moved }));
    now += day;
    await server.swap(table('blocked'));
    const page = `${storeUrl}/store/apis/dog_park/v1`;
    const feed = await read(dogs);
    expect(feed).toMatchObject({
      id: `${storeUrl}${dogs}`,
      title: 'Changes of DogPark v1',
      updated: '2026-06-18T12:00:00Z',
      self: `${storeUrl}${dogs}`,
      alternate: page,
    });
    expect(feed.entries).toEqual([
      {
        id: `${page}#blocked`,
        title: 'DogPark v1 is blocked',
        updated: '2026-06-18T12:00:00Z',
        page,
        content: 'DogPark v1 is blocked.',
      },
      {
        id: `${page}#sunset-${moved.sunset}`,
        title: 'DogPark v1 has another date of retirement',
        updated: '2026-06-17T12:00:00Z',
        page,
        content:
          'DogPark v1 has another date of retirement. It is deprecated since 15 June 2026. It is available until 14 August 2026. Its successor is dog_park/v2.',
      },
      {
        id: `${page}#deprecated`,
        title: 'DogPark v1 is deprecated',
        updated: '2026-06-16T12:00:00Z',
        page,
        content:
          'DogPark v1 is deprecated. It is deprecated since 15 June 2026. It is available until 15 July 2026. Its successor is dog_park/v2.',
      },
      {
        id: `${page}#published`,
        title: 'DogPark v1 is published',
        updated: '2026-06-15T12:00:00Z',
        page,
        content: 'DogPark v1 is published.',
      },
    ]);
    await server.swap(table('published'));
    const later = await read(dogs);
    expect(later.entries[0]).toEqual({
      id: `${page}#published-again`,
      title: 'DogPark v1 is published again',
      updated: '2026-06-18T12:00:00Z',
      page,
      content: 'DogPark v1 is published again.',
    });
    expect(new Set(later.entries.map(({ id }) => id)).size).toBe(later.entries.length);
    expect((await read(all)).entries).toEqual(later.entries);
  });

  test('name no API that not everybody may see, also to its owner', async () => {
    const browser = new StoreBrowser(server);
    await browser.signIn('/store', { username: 'alice', password: passwordOfAlice });
    for (const path of ['owl_house', 'fish_shop', 'nothing'].map((name) => dogs.replace('dog_park', name))) {
      expect((await get(path)).status).toBe(404);
      expect((await browser.store.visit(path)).status).toBe(404);
    }
    expect((await browser.store.visit(all)).body).not.toMatch(/Owl|Fish/);
    const page = await browser.store.visit('/store/apis/owl_house/v1');
    expect([page.status, page.body.includes('application/atom+xml')]).toEqual([200, false]);
  });

  test('are advertised by the pages that they are about', async () => {
    const visitor = new StoreBrowser(server).store;
    const catalogue = await visitor.visit('/store');
    expect(catalogue.body).toContain(
      `type="application/atom+xml" title="Dogs &amp; &lt;cats&gt;: changes of APIs" href="${all}"`,
    );
    const version = await visitor.visit('/store/apis/dog_park/v1');
    expect(version.body).toContain(
      `type="application/atom+xml" title="Changes of DogPark v1" href="${dogs}"`,
    );
  });

  test('do not exist if the catalogue is for signed-in users', async () => {
    await server.swap(table('published', {}, 'signed-in'));
    expect([(await get(dogs)).status, (await get(all)).status]).toEqual([403, 403]);
    const browser = new StoreBrowser(server);
    const page = await browser.signIn('/store', { username: 'alice', password: passwordOfAlice });
    expect(page.body).not.toContain('application/atom+xml');
    expect((await browser.store.visit(all)).status).toBe(404);
  });

  test('are not sent again while they are the same', async () => {
    const { headers } = await get(all);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const etag = String(headers['etag']);
    const again = await get(all, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    now += day;
    await server.swap(table('retired'));
    expect((await get(all, { 'if-none-match': etag })).status).toBe(200);
  });
});

/** Reads a feed with a strict parser, and checks what RFC 4287 sections 4.1.1 and 4.1.2 require. */
function readAtom(text: string) {
  using document = XmlDocument.fromString(text);
  const namespaces = { a: 'http://www.w3.org/2005/Atom' };
  const textOf = (path: string) => document.get(path, namespaces)?.content ?? '';
  const count = document.find('/a:feed/a:entry', namespaces).length;
  const times = [...document.find('//a:updated', namespaces)].map(({ content }) => content);
  for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  for (const name of ['id', 'title', 'updated', 'author/a:name'])
    expect(document.find(`/a:feed/a:${name}`, namespaces)).toHaveLength(1);
  return {
    id: textOf('/a:feed/a:id'),
    title: textOf('/a:feed/a:title'),
    updated: textOf('/a:feed/a:updated'),
    self: textOf('/a:feed/a:link[@rel="self"]/@href'),
    alternate: textOf('/a:feed/a:link[@rel="alternate"]/@href'),
    entries: Array.from({ length: count }, (_, index) => {
      const entry = `/a:feed/a:entry[${index + 1}]`;
      return {
        id: textOf(`${entry}/a:id`),
        title: textOf(`${entry}/a:title`),
        updated: textOf(`${entry}/a:updated`),
        page: textOf(`${entry}/a:link[@rel="alternate"]/@href`),
        content: textOf(`${entry}/a:content[@type="text"]`),
      };
    }),
  };
}
