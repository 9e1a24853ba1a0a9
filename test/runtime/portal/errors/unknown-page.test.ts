import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, StoreBrowser } from '../session/store-in-test.ts';

let server: Awaited<ReturnType<typeof openStore>>;
let browser: StoreBrowser;

beforeAll(async () => {
  server = await openStore();
  browser = new StoreBrowser(server);
  await browser.signIn();
});
afterAll(() => server.close());

test.each(['/store/applications.md', '/store/nothing', '/store/apis/a/b/c/d', '/store/%3Cscript%3E'])(
  'a reader who is signed in stays so on the page %s, which does not exist',
  async (path) => {
    const page = await browser.store.visit(path);
    expect([page.status, page.code]).toEqual([404, 'page_unknown']);
    const signOut = page.forms.find(({ action }) => action === '/store/sign-out');
    expect(signOut?.fields['csrf']).toMatch(/./);
    expect(page.body).not.toContain('/store/sign-in');
    expect(page.body).not.toContain('<script>');
  },
);

test('nobody else gets the token of a session with it', async () => {
  const others = await new StoreBrowser(server).store.visit('/store/nothing');
  const framed = await browser.store.visit('/store/nothing', { 'sec-fetch-dest': 'empty' });
  const posted = await browser.submitToStore('/store/nothing', {});
  for (const { status, body } of [others, framed, posted]) {
    expect(status).toBe(404);
    expect(body).not.toContain('csrf');
    expect(body).toContain('/store/sign-in');
  }
});
