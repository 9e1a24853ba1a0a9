import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { makeOrigin } from '../../../serve/git-repository.ts';
import type { AtEnd } from '../../../platform/in-folder.ts';
import { BrowserInTest, type FormInTest, type PageInTest } from '../../oauth/authorize/browser-in-test.ts';

const password = 'correct horse battery staple';
const passwordDigest = await hashArgon2id(password);

/** A repository with the users ada and eve, and with a store whose proposals are pushed to it, or are patches. */
export async function makeProposalOrigin(
  moreSettings = '',
  delivery: 'branch' | 'patch' = 'branch',
  atEnd?: AtEnd,
) {
  const origin = await makeOrigin(undefined, atEnd);
  const config = (cleanSources['gateway.config.yaml'] ?? '').replace(
    'https://gateway.example.edu',
    'http://localhost:8243',
  );
  const proposals = delivery === 'branch' ? `, proposals: { remote: ${origin.bare} }` : '';
  const store = `store: { title: Parks${proposals} }\n`;
  const own = (file: string) => (cleanSources[file] ?? '').replace('ada@example.edu', 'ada');
  await origin.push({
    ...cleanSources,
    'gateway.config.yaml': config + store + moreSettings,
    'applications/dog_walker.yaml': own('applications/dog_walker.yaml'),
    'teams/parks.yaml': 'kind: Team\nname: parks-team\nmembers: [ada]\n',
    'users/ada.yaml': user('ada', 'Ada <b>Lovelace'),
    'users/eve.yaml': user('eve', 'Eve'),
  });
  return origin;
}

function user(name: string, displayName: string): string {
  return `kind: User\nname: ${name}\ndisplayName: ${displayName}\npasswordDigest: ${passwordDigest}\n`;
}

/** A browser in which somebody has signed in. */
export async function signIn(gatewayUrl: string, username: string, browser = new BrowserInTest(gatewayUrl)) {
  const follow = async (page: PageInTest): Promise<PageInTest> =>
    page.location === '' ? page : follow(await browser.visit(page.location.replace(gatewayUrl, '')));
  const login = await follow(await browser.visit('/store/sign-in?return=%2Fstore'));
  const form = login.forms.find(({ fields }) => 'password' in fields);
  if (!form) throw new Error(`this is not a login page: ${login.text}`);
  const send = (
    action: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => browser.submit(action, fields, { origin: gatewayUrl, ...headers });
  await follow(await send(form.action, { ...form.fields, username, password }));
  const sendBody = (action: string, body: Buffer, headers: Readonly<Record<string, string>>) =>
    browser.submitBody(action, body, { origin: gatewayUrl, ...headers });
  return { visit: (path: string) => browser.visit(path), send, sendBody };
}

/** Proposes what a preview shows; the page that the browser ends on. */
export async function proposeShown(
  { send, visit }: Pick<Awaited<ReturnType<typeof signIn>>, 'send' | 'visit'>,
  preview: PageInTest,
  more: Readonly<Record<string, string>> = {},
): Promise<PageInTest> {
  const { action, fields } = formOf(preview);
  const answer = await send(action, { ...fields, ...more, step: 'propose' });
  return answer.location === '' ? answer : visit(answer.location);
}

/** The form of a page that proposes. */
export function formOf(page: PageInTest, action = '/store/proposals/new/'): FormInTest {
  const form = page.forms.find((one) => one.action.startsWith(action));
  if (!form) throw new Error(`there is no form: ${page.status} ${page.text}`);
  return form;
}
