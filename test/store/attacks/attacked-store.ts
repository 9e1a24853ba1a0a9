import { onTestFinished } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import type { AtEnd } from '../../platform/in-folder.ts';
import {
  BrowserInTest,
  type FormInTest,
  type PageInTest,
} from '../../runtime/oauth/authorize/browser-in-test.ts';
import { makeOrigin } from '../../serve/git-repository.ts';
import { start } from '../../serve/running-gateway.ts';

export const password = 'correct horse battery staple';
export const passwordDigest = await hashArgon2id(password);

interface StoreChanges {
  /** What serves the API. */
  readonly upstreamUrl?: string;
  /** Further declarations by their paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A gateway with a store whose proposals go to a bare repository; ada owns the application, eve owns nothing. */
export async function openAttackedStore(
  { upstreamUrl = 'http://127.0.0.1:9', files = {} }: StoreChanges = {},
  atEnd: AtEnd = onTestFinished,
) {
  const origin = await makeOrigin(undefined, atEnd);
  const edit = (file: string, from: string, to: string) => ({
    [file]: (cleanSources[file] ?? '').replaceAll(from, to),
  });
  const config = (cleanSources['gateway.config.yaml'] ?? '')
    .replace('https://gateway.example.edu', 'http://localhost:8243')
    .replace('    gatewayUrl:', '    accessLog: { file: access.log }\n    gatewayUrl:');
  await origin.push({
    ...cleanSources,
    ...edit('applications/dog_walker.yaml', 'ada@example.edu', 'ada'),
    ...edit('apis/dog_park/v1/api.yaml', 'https://dogs.internal.example.edu', upstreamUrl),
    'gateway.config.yaml': `${config}store: { title: Parks, proposals: { remote: ${origin.bare} } }\n`,
    'users/ada.yaml': declareUser('ada', 'Ada'),
    'users/eve.yaml': declareUser('eve', 'Eve'),
    ...files,
  });
  const gateway = await start(
    { root: origin.work, plainHttp: true, stateFolder: `${origin.folder}/state` },
    atEnd,
  );
  return { ...gateway, ...origin };
}

/** The file of a user whose password is that of all users. */
export function declareUser(name: string, displayName: string): string {
  return [
    'kind: User',
    `name: ${name}`,
    `displayName: ${JSON.stringify(displayName)}`,
    `passwordDigest: ${passwordDigest}`,
    '',
  ].join('\n');
}

export type SignedInUser = Awaited<ReturnType<typeof signIn>>;

/** A browser in which somebody has signed in; `send` adds the token of the session to a form. */
export async function signIn(gatewayUrl: string, username: string) {
  const browser = new BrowserInTest(gatewayUrl);
  const follow = async (page: PageInTest): Promise<PageInTest> =>
    page.location === '' ? page : follow(await browser.visit(page.location.replace(gatewayUrl, '')));
  const submit = (action: string, fields: FormInTest['fields'], headers: FormInTest['fields'] = {}) =>
    browser.submit(action, fields, { origin: gatewayUrl, ...headers });
  const login = await follow(await browser.visit('/store/sign-in?return=%2Fstore'));
  const form = login.forms.find(({ fields }) => 'password' in fields);
  if (!form) throw new Error(`this is not a login page: ${login.text}`);
  const home = await follow(await submit(form.action, { ...form.fields, username, password }));
  const csrf = home.forms.find(({ action }) => action === '/store/sign-out')?.fields['csrf'] ?? '';
  return {
    browser,
    csrf,
    visit: (path: string, headers: FormInTest['fields'] = {}) => browser.visit(path, headers),
    send: (action: string, fields: FormInTest['fields'], headers: FormInTest['fields'] = {}) =>
      submit(action, { csrf, ...fields }, headers),
  };
}
