// @module-tag full
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { openUpstream, type UpstreamInTest } from '../../runtime/upstream-in-test.ts';
import { openShared } from '../../serve/running-gateway.ts';
import { declareUser, openAttackedStore, signIn } from './attacked-store.ts';

let upstream: UpstreamInTest;
let store: Awaited<ReturnType<typeof openAttackedStore>>;

beforeAll(() =>
  openShared(async (atEnd) => {
    upstream = await openUpstream('dogs');
    atEnd(upstream.close);
    store = await openAttackedStore({ upstreamUrl: upstream.url }, atEnd);
  }),
);

beforeEach(() => {
  upstream.seen.length = 0;
});

const application = 'applications/dog_walker.yaml';
const ownedBy = (name: string) => (cleanSources[application] ?? '').replace('ada@example.edu', name);

/** Begins to send the form of a call; `finish` sends the rest of it, and returns the response. */
async function holdCall() {
  const { browser, csrf } = await signIn(store.gatewayUrl, 'ada');
  const { hostname, port, origin, host } = new URL(store.gatewayUrl);
  const body = new URLSearchParams({
    application: 'DogWalker',
    keys: 'production',
    csrf,
  }).toString();
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const head = [
    'POST /store/apis/dog_park/v1/operation/try?method=GET&path=%2Fdogs HTTP/1.1',
    `host: ${host}`,
    `origin: ${origin}`,
    'sec-fetch-site: same-origin',
    'sec-fetch-dest: document',
    `cookie: ${[...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    'content-type: application/x-www-form-urlencoded',
    'expect: 100-continue',
    'connection: close',
    `content-length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The store reads the body only after it has admitted the user.
  const [continued] = (await once(socket, 'data')) as [Buffer];
  expect(continued.toString()).toMatch(/^HTTP\/1\.1 100 /);
  return {
    finish: async () => {
      let answer = '';
      socket.on('data', (bytes) => (answer += bytes.toString()));
      socket.write(body);
      await once(socket, 'end');
      const [headers = '', content = ''] = answer.split('\r\n\r\n');
      return { status: Number(headers.slice('HTTP/1.1 '.length, 12)), content };
    },
  };
}

/** Changes declarations until the test ends, and waits for the reload each time. */
async function change(files: Readonly<Record<string, string | undefined>>, back: typeof files) {
  const push = async (changed: typeof files) => {
    const reloads = store.events.filter(({ type }) => type === 'reloaded').length;
    await store.push(changed);
    await store.sees('reloaded', reloads + 1);
  };
  onTestFinished(() => push(back));
  await push(files);
}

describe('a form that is held back', () => {
  test('is taken when it is whole', async () => {
    const { finish } = await holdCall();
    expect(await finish()).toMatchObject({ status: 200 });
    expect(upstream.seen.length).toBe(1);
  });

  test('is refused once the application has another owner', async () => {
    const { finish } = await holdCall();
    await change({ [application]: ownedBy('eve') }, { [application]: ownedBy('ada') });
    const { status, content } = await finish();
    expect(status).toBe(403);
    expect(content).toContain('application_unknown');
    expect(upstream.seen).toEqual([]);
  });

  test('is refused once its user is removed', async () => {
    const { finish } = await holdCall();
    await change({ 'users/ada.yaml': undefined }, { 'users/ada.yaml': declareUser('ada', 'Ada') });
    const { status, content } = await finish();
    expect(status).toBe(403);
    expect(content).toContain('You are not signed in any more');
    expect(upstream.seen).toEqual([]);
  });
});
