import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import { usage } from '../../state/usage/usage-contract.ts';
import { defineApplication } from '../../table-builder.ts';
import { readable } from '../readable-html.ts';
import { now, openApplications } from './applications-in-test.ts';

const minute = 60_000;

/** Calls of the last hours: most were answered, some exceeded the limit, and the upstream failed once. */
const calls: readonly UsageIncrement[] = [
  usage({ start: now - 90 * minute, requests: 40, responses: { '2xx': 40 }, limitUsed: 0.3 }),
  usage({
    start: now - 32 * minute,
    requests: 120,
    responses: { '2xx': 98, '5xx': 2 },
    rejections: { rate_limited: 20 },
    limitUsed: 1,
  }),
  usage({
    start: now - 12 * minute,
    requests: 7,
    responses: { '2xx': 7 },
    fromConsole: 7,
    keySet: 'sandbox',
  }),
  usage({ start: now - 2 * minute, api: '', requests: 3, responses: {}, rejections: { not_subscribed: 3 } }),
];

async function openAll() {
  const store = await openApplications();
  onTestFinished(() => store.close(0));
  await store.addUsage(...calls);
  return store;
}

function mainOf(body: string): string {
  return readable(/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? body);
}

describe('the pages of applications', () => {
  test('list those of the reader, with what they lack and how much they call', async () => {
    const { open } = await openAll();
    const { status, title, body } = await open('/store/applications');
    expect([status, title]).toEqual([200, 'My applications – Park APIs']);
    await expect(mainOf(body)).toMatchFileSnapshot('pages/applications.html.txt');
  });

  test('explain what an application is to those who have none', async () => {
    const store = await openApplications([]);
    onTestFinished(() => store.close(0));
    await expect(mainOf((await store.open('/store/applications')).body)).toMatchFileSnapshot(
      'pages/none.html.txt',
    );
  });

  test('show one with its keys, subscriptions and usage', async () => {
    const { open } = await openAll();
    const { status, title, body } = await open('/store/applications/DogWalker?usage=hours');
    expect([status, title]).toEqual([200, 'DogWalker – Park APIs']);
    await expect(mainOf(body)).toMatchFileSnapshot('pages/dog-walker.html.txt');
    expect(Buffer.byteLength(body)).toBeLessThan(100_000);
    // Its sources have no other markup than ours, and no secret.
    expect(body).not.toMatch(/<b>|\sstyle=|<script|sha256/);
  });

  test.each([['hours'], ['days'], ['year']])('show the usage of %s', async (range) => {
    const { open } = await openAll();
    const { body } = await open(`/store/applications/DogWalker?usage=${range}`);
    const svg = /<svg class="plot"[\s\S]*?<\/svg>/.exec(readable(body))?.[0] ?? '';
    expect(/<title[^>]*>([^<]*)/.exec(svg)?.[1]).toMatch(/^Requests: 170 in total, at most \d+ in one bar/);
  });

  test('say of one that lacks everything where to get it', async () => {
    const { open } = await openAll();
    const { body } = await open('/store/applications/EmptyApp');
    await expect(mainOf(body)).toMatchFileSnapshot('pages/empty-app.html.txt');
  });

  test.each([
    [['authorization_code'], true],
    [['implicit', 'refresh_token'], true],
    [['authorization_code', 'client_credentials'], false],
  ])('say whether a callback URL is missing with the grants %j', async (grants, isMissing) => {
    const store = await openApplications([
      { ...defineApplication('CallBack', 'web', grants), owner: 'alice' },
    ]);
    onTestFinished(() => store.close(0));
    const { body } = await store.open('/store/applications/CallBack');
    const gap =
      '<li>The application has no callback URL, so its users cannot sign in and it gets no token. <a href="/store/proposals/new/settings?application=CallBack">Add a callback URL</a>';
    expect(readable(body).includes(gap)).toBe(isMissing);
  });

  test('call nothing missing that an application does not need', async () => {
    const { open } = await openAll();
    const cards = readable((await open('/store/applications')).body);
    const page = readable((await open('/store/applications/DogWalker')).body);
    const [, counted] = /DogWalker[\s\S]*?(\d+) things? (?:is|are) missing/.exec(cards) ?? [];
    expect(page.split('>Missing</span>')).toHaveLength(Number(counted) + 1);
    // Production keys reach the API, so no sandbox endpoint is missing.
    expect(page).toContain('The API has no sandbox endpoint: calls with sandbox keys are refused.');
    expect(page).not.toMatch(/Missing<\/span>\s*The API has no sandbox endpoint/);
  });

  test('are shown without usage while that cannot be read', async () => {
    const { open, usage: reader } = await openAll();
    reader.read = () => Promise.reject(new StoreError('The disk is full.'));
    for (const path of ['/store/applications', '/store/applications/DogWalker']) {
      const { status, body } = await open(path);
      expect(status).toBe(200);
      expect(body).not.toMatch(/requests in 14 days|<svg class="plot"|disk/);
    }
    expect((await open('/store/applications/DogWalker')).text).toContain(
      'The usage cannot be read right now.',
    );
  });

  test('do not distinguish the application of another owner from one that does not exist', async () => {
    const { open } = await openAll();
    const [ofOther, unknown] = [
      await open('/store/applications/CatWalker'),
      await open('/store/applications/Unknown'),
    ];
    expect([ofOther.status, ofOther.code]).toEqual([404, unknown.code]);
    expect(mainOf(ofOther.body)).toBe(mainOf(unknown.body));
    for (const path of ['/store/applications', '/store/applications/DogWalker'])
      expect((await open(path)).body).not.toContain('CatWalker');
  });

  test('send those who are not signed in to the sign-in, and then back', async () => {
    const { call } = await openAll();
    for (const path of ['/store/applications', '/store/applications/DogWalker']) {
      const { status, headers } = await call(path, { headers: { 'sec-fetch-dest': 'document' } });
      expect([status, headers['location']]).toEqual([
        303,
        `/store/sign-in?return=${encodeURIComponent(path)}`,
      ]);
    }
  });
});
