// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { git } from '../../../platform/git-in-test.ts';
import { openShared, start } from '../../../serve/running-gateway.ts';
import type { PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { formOf, makeProposalOrigin, proposeShown, signIn } from '../proposals/proposals-in-test.ts';

type Person = Awaited<ReturnType<typeof signIn>>;
type Fields = Readonly<Record<string, string>>;

let origin: Awaited<ReturnType<typeof makeProposalOrigin>>;
let gateway: Awaited<ReturnType<typeof start>>;
let ada: Person;
let eve: Person;

const walker = 'applications/dog_walker.yaml';
const application = `${(cleanSources[walker] ?? '').replace('ada@example.edu', 'ada')}# Who is told.
notices:
  email: walkers@example.edu # our list
`;
const notices = `upstreams: { forbidden: [10.0.0.0/8] }
notices: { webhooks: { secret: { fromEnv: NOTICES_TEST_SECRET } } }
`;

beforeAll(() =>
  openShared(async (atEnd) => {
    origin = await makeProposalOrigin(notices, 'branch', atEnd);
    await origin.push({
      [walker]: application,
      'applications/eve_app.yaml':
        'kind: Application\nname: EveApp\ntype: service\nowner: eve\ngrants: []\nnotices: { email: eve@example.edu }\n',
    });
    const stateFolder = `${origin.folder}/state`;
    gateway = await start({ root: origin.work, plainHttp: true, stateFolder }, atEnd);
    ada = await signIn(gateway.gatewayUrl, 'ada');
    eve = await signIn(gateway.gatewayUrl, 'eve');
  }),
);

const pathOf = (form: string) => `/store/proposals/new/${form}`;
/** The fields of the form as a browser sends them: without empty boxes. */
async function open(person = ada, name = 'DogWalker'): Promise<Fields> {
  const { fields } = formOf(await person.visit(`${pathOf('settings')}?application=${name}`));
  const { csrf = '', application: chosen = '', contacts = '', email = '', webhook = '' } = fields;
  const callbackUrls = 'https://walker.example.edu/callback';
  const before = {
    'email.before': fields['email.before'] ?? '',
    'webhook.before': fields['webhook.before'] ?? '',
  };
  const grants = { 'grants.client_credentials': 'on', 'grants.authorization_code': 'on' };
  return { csrf, application: chosen, contacts, email, webhook, callbackUrls, ...before, ...grants };
}

async function send(fields: Fields, form = 'settings', person = ada): Promise<PageInTest> {
  return person.send(pathOf(form), { ...fields, step: 'preview' });
}

/** Proposes what a preview shows, and returns a file of the branch, which is deleted. */
async function propose(preview: PageInTest, branch: string, file: string): Promise<string> {
  const done = await proposeShown(ada, preview);
  expect([done.status, done.problem]).toEqual([200, '']);
  const text = await git(origin.bare, 'show', `${branch}:${file}`);
  await git(origin.bare, 'update-ref', '-d', `refs/heads/${branch}`);
  return text;
}

const settingsBranch = 'proposals/ada/settings-DogWalker';

describe('the page of an application', () => {
  test('shows its owners the addresses, with a link to the form, and nothing to others', async () => {
    const page = await ada.visit('/store/applications/DogWalker');
    expect(page.text).toContain('walkers@example.edu');
    expect(page.text).toContain('this gateway does not send there');
    expect(page.body).toContain('href="/store/proposals/new/settings?application=DogWalker#email"');
    expect((await ada.visit('/store/proposals/new/settings?application=DogWalker')).body).toContain(
      'id="email"',
    );
    const ofOthers = await eve.visit('/store/applications/DogWalker');
    expect(ofOthers.status).toBe(404);
    for (const path of [`${pathOf('settings')}?application=DogWalker`, pathOf('settings')])
      expect((await eve.visit(path)).body).not.toContain('walkers@example.edu');
  });
});

describe('the form of an application', () => {
  test('opens with what is declared, and proposes other addresses; comments stay', async () => {
    const fields = await open();
    expect(fields).toMatchObject({ email: 'walkers@example.edu', webhook: '' });
    const preview = await send({
      ...fields,
      email: 'dogs@example.edu',
      webhook: ' https://hooks.example.edu/w ',
    });
    expect([preview.status, preview.heading]).toEqual([200, 'Change the settings of DogWalker']);
    expect(await propose(preview, settingsBranch, walker)).toBe(
      application
        .replace('walkers@example.edu', 'dogs@example.edu')
        .replace('# our list\n', '# our list\n  webhook: https://hooks.example.edu/w')
        .trim(),
    );
  });

  test('leaves addresses as they are that nobody has changed', async () => {
    const preview = await send({ ...(await open()), 'grants.refresh_token': 'on' });
    expect(preview.heading).toBe('Change the callback URLs and grants of DogWalker');
    expect(await propose(preview, settingsBranch, walker)).toContain('email: walkers@example.edu # our list');
    const same = await send(await open());
    expect([same.status, same.problem]).toEqual([422, expect.stringContaining('Nothing would change.')]);
  });

  test('leaves addresses as they are that somebody else has changed since it was opened', async () => {
    const old = { email: 'old@example.edu', 'email.before': 'old@example.edu' };
    const preview = await send({ ...(await open()), ...old, 'grants.refresh_token': 'on' });
    expect(await propose(preview, settingsBranch, walker)).toContain('email: walkers@example.edu');
  });

  test.for([
    ['email', 'walkers', 'email'],
    ['email', 'a@example.edu, b@example.edu', 'email'],
    ['email', 'a@example.edu\r\nBcc: b@example.edu', 'U+00'],
    ['email', '"><script>alert(1)</script>', 'email'],
    ['email', `${'a'.repeat(100_000)}@example.edu`, 'more than 2000 characters'],
    ['webhook', 'http://hooks.example.edu/', 'webhook'],
    ['webhook', 'https://ada:secret@hooks.example.edu/', 'is a URL with a user name or password'],
    ['webhook', 'https://hooks.example.edu/#x', 'is a URL with a fragment'],
    ['webhook', 'https://10.1.2.3/hook', 'which the gateway must not call'],
    ['webhook', 'https://localhost:8243/hook', 'webhook'],
    ['webhook', 'javascript:alert(1)', 'webhook'],
    ['webhook', 'https://hooks.example.edu/\u200B', 'U+200B'],
  ])(
    'refuses the %s %s at its field, with what was typed',
    async ([field = '', typed = '', expected = '']) => {
      const page = await send({ ...(await open()), [field]: typed });
      expect([page.status, page.title.startsWith('Error: ')]).toEqual([422, true]);
      const error = new RegExp(`id="${field}-error">(.*?)</p>`, 's').exec(page.body)?.[1] ?? '';
      expect(error).toContain(expected);
      expect(page.body).toContain(`<a href="#${field}">`);
      expect(page.body).not.toMatch(/<script>alert/);
      const shown = formOf(page).fields[field]?.replaceAll(/\s/g, '');
      expect(shown).toBe(typed.replaceAll(/\s/g, ''));
      expect(await git(origin.bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
    },
  );

  test('cannot change the addresses of somebody else, whatever its fields say', async () => {
    const fields = await open();
    const forged = await send({ ...fields, application: 'EveApp', email: 'ada@example.edu' });
    expect(forged.status).toBe(422);
    expect(forged.body).not.toContain('eve@example.edu');
    const mine = await open(eve, 'EveApp');
    const stolen = await send(
      { ...mine, application: 'DogWalker', email: 'eve@example.edu' },
      'settings',
      eve,
    );
    expect([stolen.status, stolen.body.includes('walkers@example.edu')]).toEqual([422, false]);
    const { csrf: _csrf, ...withoutToken } = fields;
    expect((await send({ ...withoutToken, email: 'x@example.edu' })).status).toBe(403);
    expect(await git(origin.bare, 'for-each-ref', 'refs/heads/proposals')).toBe('');
  });

  test('is shown again with what was typed if the session has ended', async () => {
    const other = await signIn(gateway.gatewayUrl, 'ada');
    const fields = await open(other);
    const page = await ada.send(pathOf('settings'), {
      ...fields,
      email: 'typed@example.edu',
      step: 'preview',
    });
    expect(page.status).toBe(403);
    expect(formOf(page).fields).toMatchObject({ email: 'typed@example.edu' });
  });

  test('that is empty removes an address, and the base may have another one meanwhile', async () => {
    await origin.push({
      [walker]: application.replace(
        '  email: walkers@example.edu # our list',
        '  email: walkers@example.edu',
      ),
    });
    const preview = await send({ ...(await open()), email: '' });
    expect(preview.status).toBe(200);
    expect(await propose(preview, settingsBranch, walker)).not.toContain('notices');
  });

  test('that was opened while the gateway sent no notices removes none', async () => {
    const { contacts: _contacts, email: _email, ...older } = await open();
    const preview = await send({ ...older, 'grants.refresh_token': 'on' });
    expect(await propose(preview, settingsBranch, walker)).toContain('email: walkers@example.edu');
  });
});

test('a new application has the addresses that are typed', async () => {
  const { fields } = formOf(await ada.visit(pathOf('application')));
  expect(fields).toMatchObject({ email: '', webhook: '' });
  const { csrf = '', contacts = '' } = fields;
  const typed = { csrf, contacts, name: 'CatCafe', type: 'service', owner: 'ada' };
  const refused = await send({ ...typed, webhook: 'https://127.0.0.1:8243/' }, 'application');
  expect([refused.status, refused.body.includes('webhook-error')]).toEqual([422, true]);
  const preview = await send({ ...typed, email: 'cats@example.edu' }, 'application');
  expect(preview.status).toBe(200);
  const file = 'applications/cat_cafe.yaml';
  const text = await propose(preview, 'proposals/ada/application-CatCafe', file);
  expect(text).toContain('notices:\n  email: cats@example.edu');
  expect(text).not.toContain('webhook');
});
