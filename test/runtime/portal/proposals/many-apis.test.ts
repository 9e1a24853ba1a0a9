// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alice,
  openAuthorization,
  passwordOfAlice,
  type AuthorizationInTest,
} from '../../oauth/authorization-in-test.ts';
import { authOrigin } from '../../oauth/authorize/browser-in-test.ts';
import { buildTable, defineApi, defineApplication } from '../../table-builder.ts';
import { storeUrl, StoreBrowser } from '../session/store-in-test.ts';

const names = ['Dog', ...Array.from({ length: 10_000 }, (_, index) => `Big${index}Dog`)];

let server: AuthorizationInTest;
let browser: StoreBrowser;

beforeAll(async () => {
  const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
  server = await openAuthorization(
    buildTable({
      gateway: { authUrl: authOrigin, storeUrl, store: { visibility: 'public' } },
      apis: names.map((name, index) => defineApi({ name, context: `api_${index}`, endpoints })),
      applications: [{ ...defineApplication('Walker'), owner: 'alice' }],
      subscriptions: [],
      tiers: Array.from({ length: 300 }, (_, index) => ({ name: `tier-${index}` })),
      users: [alice],
    }),
  );
  browser = new StoreBrowser(server);
  await browser.signIn('/store', { username: 'alice', password: passwordOfAlice });
});
afterAll(() => server.close());

const offered = (body: string) => [...body.matchAll(/name="apis\.([^"]+)"/g)].map(([, key]) => key);

test.each(['subscribe-several?application=Walker', 'application?name=CatCafe'])(
  'the form %s stays small with ten thousand APIs',
  async (form) => {
    const path = `/store/proposals/new/${form}`;
    const all = await browser.store.visit(path);
    expect(offered(all.body)).toHaveLength(20);
    expect(all.text).toContain('Showing 20 of 10,001 that match.');
    const chosen = names.slice(1, 21).map((name) => `&apis.${name}/v1=on`);
    const full = await browser.store.visit(`${path}&q=dog${chosen.join('')}`);
    expect(offered(full.body)).toHaveLength(40);
    for (const { status, body } of [all, full]) {
      expect(status).toBe(200);
      expect(Buffer.byteLength(body)).toBeLessThan(100_000);
    }
  },
);

test.each([
  ['dog', 'Dog/v1'],
  ['Dog/v1', 'Dog/v1'],
  ['big9999 dog', 'Big9999Dog/v1'],
  ['BIG7777', 'Big7777Dog/v1'],
])('a search for %j finds %s first', async (text, key) => {
  const query = new URLSearchParams({ application: 'Walker', q: text }).toString();
  const { body } = await browser.store.visit(`/store/proposals/new/subscribe-several?${query}`);
  expect(offered(body)[0]).toBe(key);
});

test('a search that fills the largest form answers, by its first words', async () => {
  const path = '/store/proposals/new/subscribe-several';
  const { forms } = await browser.store.visit(`${path}?application=Walker`);
  const { csrf = '' } = forms.find(({ fields }) => 'application' in fields)?.fields ?? {};
  const q = 'big9999 '.repeat(1024 ** 2).slice(0, -1024);
  const { status, body } = await browser.submitToStore(path, {
    csrf,
    application: 'Walker',
    q,
    step: 'edit',
  });
  expect([status, offered(body)[0]]).toEqual([200, 'Big9999Dog/v1']);
});
