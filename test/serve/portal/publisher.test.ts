// @module-tag full
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeTable } from '#compiled/table.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { eventually } from '../../eventually.ts';
import { BrowserInTest, type PageInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from '../running-gateway.ts';

const password = 'correct horse battery staple';
const digest = await hashArgon2id(password);

/** Sources in which ada owns DogPark/v1, whose requests and responses are only reported. */
async function writePublisherSources() {
  const upstream = await openUpstream('dogs', (_request, response) => {
    response.setHeader('content-type', 'application/hal+json');
    response.end('[]');
  });
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  await sources.write('gateway.config.yaml', (text) => `${text}\nstore: {}\n`);
  await sources.write('apis/dog_park/v1/api.yaml', (text) =>
    `${text}validation: { requests: report, responses: report }\n`.replace('parks-team', 'ada'),
  );
  await sources.write('users/ada.yaml', (text) =>
    text.replace(/passwordDigest: .*/, `passwordDigest: ${digest}`),
  );
  return sources;
}

/** Signs ada in at a gateway, and returns how she opens a page. */
async function signIn(gatewayUrl: string): Promise<(path: string) => Promise<PageInTest>> {
  const browser = new BrowserInTest(gatewayUrl);
  const follow = async (page: PageInTest): Promise<PageInTest> => {
    if (page.location === '') return page;
    const { pathname, search } = new URL(page.location, gatewayUrl);
    return follow(await browser.visit(pathname + search));
  };
  const login = await follow(await browser.visit('/store/sign-in?return=/store/publisher'));
  const [form] = login.forms;
  if (!form) throw new Error(`there is no form on this page: ${login.status} ${login.text}`);
  const fields = { ...form.fields, username: 'ada', password };
  const { origin } = new URL(gatewayUrl);
  const page = await follow(await browser.submit(form.action, fields, { origin }));
  expect(page.title).toContain('My APIs');
  return (path) => browser.visit(path);
}

describe.each([1, 2])('with %i thread(s) that serve', (workers) => {
  test('an owner sees findings, drift and usage of her API', async () => {
    const { root, write } = await writePublisherSources();
    const gateway = await start({ root, plainHttp: true, workers });
    const open = await signIn(gateway.gatewayUrl);
    const headers = { authorization: `Bearer ${await fetchToken(gateway.gatewayUrl)}` };
    const answer = await fetch(`${gateway.gatewayUrl}/dog_park/v1/dogs`, { headers });
    expect(answer.status).toBe(200);
    await eventually(async () => {
      const { text } = await open('/store/publisher/dog_park/v1');
      expect(text).toContain('Lint finds nothing in this version.');
      expect(text).toMatch(/GET \/dogs ?Response 200 ?1/);
      expect(text).toMatch(/DogWalker ?ada@example\.edu ?gold ?Active ?1 ?0/);
    });
    await write('apis/dog_park/v1/api.yaml', (text) =>
      text.replace('parks-team', 'ada').replace('/dog_park', '/dog/park'),
    );
    await gateway.sees('reload-failed');
    const broken = await open('/store/publisher');
    expect(broken.text).toContain('The sources have errors, so the gateway still serves the table before.');
    expect(broken.text).toMatch(/DogPark v1 ?Published ?1 ?0/);
  });
});

test('without sources, the page says that lint is not known', async () => {
  const { root } = await writePublisherSources();
  const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');
  if (!compiled) throw new Error('the sources have errors');
  const file = join(root, 'table.json');
  await writeFile(file, writeTable(compiled));
  const { gatewayUrl } = await start({ root, plainHttp: true, source: { kind: 'table', file } });
  const open = await signIn(gatewayUrl);
  const { text } = await open('/store/publisher');
  expect(text).toContain('This gateway serves a table that was compiled elsewhere');
  expect(text).toMatch(/DogPark v1 ?Published ?– ?–/);
});
