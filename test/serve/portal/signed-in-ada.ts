import { expect, onTestFinished } from 'vitest';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { BrowserInTest, type PageInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { writeSources } from '../running-gateway.ts';

const password = 'correct horse battery staple';
const digest = await hashArgon2id(password);

/** Sources in which ada owns DogPark/v1, whose requests and responses are only reported. */
export async function writeSourcesOfAda() {
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
export async function signInAda(gatewayUrl: string): Promise<(path: string) => Promise<PageInTest>> {
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
