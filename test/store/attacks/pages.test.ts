// @module-tag full
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { git } from '../../platform/git-in-test.ts';
import type { PageInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';
import { sendRaw } from '../../runtime/send-raw.ts';
import { openUpstream, type UpstreamInTest } from '../../runtime/upstream-in-test.ts';
import { openShared } from '../../serve/running-gateway.ts';
import { openAttackedStore, password, passwordDigest, signIn, type SignedInUser } from './attacked-store.ts';
import { crawlStore, type CrawledPage } from './crawl-store.ts';
import { expectCheap } from './processor-time.ts';

let store: Awaited<ReturnType<typeof openAttackedStore>>;
let upstream: UpstreamInTest;
let ada: SignedInUser;
let secrets: readonly string[];
let tried: PageInTest;
let pages: readonly CrawledPage[];

const version = '/store/apis/dog_park/v1';
const operation = '?method=GET&path=%2Fdogs';

/** A signed token in its compact form (RFC 7515, section 3.1): header and payload are JSON objects. */
const tokens = /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/;

beforeAll(() =>
  openShared(async (atEnd) => {
    upstream = await openUpstream('dogs');
    atEnd(upstream.close);
    store = await openAttackedStore({ upstreamUrl: upstream.url }, atEnd);
    ada = await signIn(store.gatewayUrl, 'ada');
    secrets = [
      await makeSecret('application', {
        name: 'CatCafe',
        type: 'service',
        owner: 'ada',
        'grants.client_credentials': 'on',
        'keys.production': 'on',
      }),
      await makeSecret('keys', { application: 'DogWalker', keys: 'production', action: 'replace' }),
    ];
    tried = await ada.send(`${version}/operation/try${operation}`, {
      application: 'DogWalker',
      keys: 'production',
    });
    pages = await crawlStore(ada.visit, [
      '/store',
      `${version}/operation/try${operation}`,
      '/store/proposals',
      '/store/proposals/new/keys?application=DogWalker',
      '/store/proposals/new/settings?application=DogWalker',
      '/store/proposals/new/application',
      '/store/errors/token_missing',
      '/store/nothing',
    ]);
  }),
);

/** Proposes keys; the answer shows their secret, which nothing shows again. */
async function makeSecret(form: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const path = `/store/proposals/new/${form}`;
  const preview = await ada.send(path, { ...fields, step: 'preview' });
  const confirm = preview.forms.find(({ action }) => action === path);
  const { body, text } = await ada.send(path, { ...confirm?.fields, step: 'propose' });
  const [, secret] = /<dt>Consumer secret<\/dt>.*?<code>([\w-]{43})</s.exec(body) ?? [];
  if (secret === undefined) throw new Error(`no secret was made: ${text}`);
  return secret;
}

/** Everything that only one person or nobody may see. */
function hidden(): Readonly<Record<string, string>> {
  const cookies = [...ada.browser.cookies].map(([name, value]) => [name, value] as const);
  return {
    ...Object.fromEntries(cookies.filter(([, value]) => value.length > 20)),
    ...Object.fromEntries(secrets.map((secret, index) => [`secret ${index}`, secret])),
    password,
    passwordDigest: passwordDigest.slice(passwordDigest.lastIndexOf('$')),
  };
}

function found(text: string): readonly string[] {
  const names = Object.entries(hidden()).filter(([, value]) => text.includes(value));
  return [...names.map(([name]) => name), ...(tokens.test(text) ? ['a token'] : [])];
}

describe('what is secret', () => {
  test('is on no page, and in no header or address of one', () => {
    expect(pages.length).toBeGreaterThan(25);
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/store/applications/DogWalker', version, `${version}/openapi.json`]),
    );
    const digests = secrets.map((secret) => createHash('sha256').update(secret).digest('hex'));
    for (const { path, headers, body } of pages) {
      const sent = JSON.stringify({ ...headers, 'set-cookie': undefined });
      expect([path, found(body + sent), found(path)]).toEqual([path, [], []]);
      expect([path, digests.filter((digest) => body.includes(digest))]).toEqual([path, []]);
      expect([path, path.includes(encodeURIComponent(ada.csrf)), sent.includes(ada.csrf)]).toEqual([
        path,
        false,
        false,
      ]);
    }
  });

  test('is not in the answer of the console, and reaches no upstream', () => {
    expect([tried.status, upstream.seen.length]).toEqual([200, 1]);
    expect(found(tried.body)).toEqual([]);
    expect(found(JSON.stringify(upstream.seen))).toEqual([]);
    expect(upstream.seen[0]?.headers).not.toHaveProperty('cookie');
  });

  test('is in no commit', async () => {
    const history = await git(store.bare, 'log', '--all', '-p', '--format=raw');
    expect(history).toContain('Gatewright-Subject');
    const own = Object.keys(hidden()).filter((name) => name !== 'passwordDigest');
    expect(found(history).filter((name) => own.includes(name))).toEqual([]);
    for (const secret of secrets)
      expect(history).toContain(createHash('sha256').update(secret).digest('hex'));
  });

  test('is in no log, event or file of the gateway', async () => {
    expect(found(JSON.stringify(store.events))).toEqual([]);
    const log = await readFile(join(store.folder, 'state', 'access.log'), 'utf8');
    expect(log).toContain('"path":"/dog_park/v1/dogs"');
    const texts: [path: string, text: string][] = [['access.log', log]];
    for (const file of await readdir(`${store.folder}/state`, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      if (file.isFile()) texts.push([path, await readFile(path, 'latin1')]);
    }
    expect(texts.map(([path]) => path)).toContainEqual(expect.stringContaining('audit'));
    // The last table has the digests of passwords, as the repository has.
    for (const [path, text] of texts)
      expect([path, found(text).filter((name) => name !== 'passwordDigest')]).toEqual([path, []]);
    expect(found(log)).toEqual([]);
  });
});

const ownOnly = /(?:^|; )script-src 'self'; style-src 'self'(?:;|$)/;

function expectSafe({ path, headers, body }: CrawledPage): void {
  const policy = String(headers['content-security-policy']);
  expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
  expect([path, /frame-ancestors 'none'/.test(policy)]).toEqual([path, true]);
  const isPage = String(headers['content-type']).startsWith('text/html');
  if (!isPage) return expect([path, /default-src 'none'.*sandbox/.test(policy)]).toEqual([path, true]);
  expect([path, ownOnly.test(policy), /default-src 'none'/.test(policy)]).toEqual([path, true, true]);
  expect([path, /unsafe-|\*|https?:|script-src[^;]*data:/.test(policy)]).toEqual([path, false]);
  expect([path, headers['x-frame-options']]).toEqual([path, 'DENY']);
  const inline = /<script(?![^>]* src="\/store\/assets\/)|<style|\sstyle="|\son\w+="|javascript:/i;
  expect([path, inline.exec(body)?.[0]]).toEqual([path, undefined]);
}

describe('an answer', () => {
  test('allows no inline script, frame or guessed type, on all pages, files and downloads', () => {
    for (const page of pages) if (page.location === '') expectSafe(page);
  });

  test.each<[string, number, () => Promise<PageInTest>]>([
    ['without the token of the session', 403, () => ada.send('/store/sign-out', { csrf: '' })],
    ['from another site', 403, () => ada.send('/store/sign-out', {}, { origin: 'https://evil.example.org' })],
    ['from a frame without an origin', 403, () => ada.send('/store/sign-out', {}, { origin: 'null' })],
    ['from another subdomain', 403, () => ada.send('/store/sign-out', {}, { 'sec-fetch-site': 'same-site' })],
    ['inside of a frame', 403, () => ada.visit('/store/applications', { 'sec-fetch-dest': 'iframe' })],
    ['of JSON', 400, () => ada.send('/store/sign-out', {}, { 'content-type': 'application/json' })],
    ['of text', 400, () => ada.send('/store/sign-out', {}, { 'content-type': 'text/plain' })],
    [
      'of several parts',
      400,
      () => ada.send('/store/sign-out', {}, { 'content-type': 'multipart/form-data; boundary=x' }),
    ],
    ['by GET', 404, () => ada.visit(`/store/sign-out?csrf=${encodeURIComponent(ada.csrf)}`)],
    [
      'by another method in a header',
      404,
      () => ada.visit('/store/sign-out', { 'x-http-method-override': 'POST' }),
    ],
    ['to an unknown page', 404, () => ada.visit('/store/<script>alert(1)</script>')],
    ['to an unknown API', 404, () => ada.visit('/store/apis/%3Cscript%3E/v1')],
    ['with a zero byte', 404, () => ada.visit('/store/apis/a%00b/v1')],
    ['with a path that goes up', 404, () => ada.visit('/store/assets/..%2F..%2Fpackage.json')],
  ])('to a request %s is safe, and does nothing', async (_title, status, request) => {
    const answer = await request();
    expect(answer.status).toBe(status);
    if (status !== 404 || answer.body.startsWith('<')) expectSafe({ ...answer, path: 'error' });
    expect(answer.body).not.toContain('<script>alert');
    expect((await ada.visit('/store')).body).toContain('<span class="reader"><bdi>Ada');
  });

  test('to a broken address is safe', async () => {
    const answer = await ada.visit('/store/errors/%zz<script>');
    expect(answer.status).toBe(404);
    expectSafe({ ...answer, path: 'error' });
    expect(answer.body).not.toContain('%zz<script>');
  });

  test('to a form that is too large is safe', async () => {
    const definition = 'x'.repeat(8 * 1024 * 1024);
    const answer = await ada.send('/store/proposals/new/api', { definition });
    expect(answer.status).toBe(413);
    expectSafe({ ...answer, path: 'error' });
  });
});

describe('a session', () => {
  const nameOf = (part: string) => [...ada.browser.cookies.keys()].find((name) => name.includes(part)) ?? '';

  /** The page of applications for some cookies, as bytes. */
  const visitWith = (...headers: readonly string[]) => {
    const lines = [
      'GET /store/applications HTTP/1.1',
      'host: localhost',
      'sec-fetch-dest: document',
      'connection: close',
    ];
    const port = Number(new URL(store.gatewayUrl).port);
    return sendRaw(port, `${[...lines, ...headers].join('\r\n')}\r\n\r\n`);
  };

  test('is not chosen by a second cookie of its name, nor by a name that looks alike', async () => {
    const eve = await signIn(store.gatewayUrl, 'eve');
    const session = nameOf('store-session');
    const [mine, other] = [ada.browser.cookies.get(session) ?? '', eve.browser.cookies.get(session) ?? ''];
    expect(mine.length).toBeGreaterThan(20);
    for (const cookie of [`${session}.x=${other}`, `x="; ${session}x=${other}"`])
      expect(await visitWith(`cookie: ${cookie}`)).toMatch(/^HTTP\/1\.1 303 /);
    expect(await visitWith(`cookie: ${session}=${mine}`)).toContain('<bdi>Ada');
  });

  test('is in no other place than its cookie', async () => {
    const value = ada.browser.cookies.get(nameOf('store-session')) ?? '';
    for (const header of [`authorization: Bearer ${value}`, `x-session: ${value}`])
      expect(await visitWith(header)).toMatch(/^HTTP\/1\.1 303 /);
  });
});

describe('a search', () => {
  const search = async (query: string) => {
    for (const path of ['/store', '/store/found', '/store/owners', '/store/topics']) {
      const headers =
        path === '/store/found' ? { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' } : {};
      const { status } = await ada.visit(`${path}?${query}`, headers);
      expect([path, [200, 303, 404, 414, 431].includes(status)]).toEqual([path, true]);
    }
  };

  test.each([
    ['of ten kilobytes', `q=${'a'.repeat(10_000)}`],
    ['of many words', `q=${'a+'.repeat(5000)}`],
    ['with ten thousand parameters', Array.from({ length: 10_000 }, () => 'q').join('&')],
    ['with the signs of patterns', `q=${encodeURIComponent('(a+)+$[^*?{1,9}|\\')}`],
    ['of accents', `q=${encodeURIComponent('e\u0301'.repeat(1500))}`],
    ['with a far page', 'page=1e308'],
    ['with a page before the first', 'page=-1'],
    ['with names of objects', 'tag=__proto__&owner=constructor&state=toString'],
  ])('%s takes no second of the processor', async (_title, query) => {
    await expectCheap({ act: () => search(query), harmless: () => search('q=dog'), limit: 1 });
  });
});
