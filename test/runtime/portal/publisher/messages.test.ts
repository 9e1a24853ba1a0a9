import { XmlDocument } from 'libxml2-wasm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NoticeSettings } from '#compiled/settings/notice-settings.ts';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import { eventually } from '../../../eventually.ts';
import {
  certificates,
  isSigned,
  openMailServer,
  openReceiver,
} from '../../../serve/notices/receivers-in-test.ts';
import {
  openAuthorization,
  alice,
  passwordOfAlice,
  type AuthorizationInTest,
} from '../../oauth/authorization-in-test.ts';
import { authOrigin, type PageInTest } from '../../oauth/authorize/browser-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { storeUrl, StoreBrowser } from '../session/store-in-test.ts';

type Receiver = Awaited<ReturnType<typeof openReceiver>>;
type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** The subject and the text of a plain e-mail in ASCII. */
function readEmail(received: string): { readonly subject: string; readonly body: string } {
  const [head = '', ...parts] = received.split('\r\n\r\n');
  const decode = (coded: string) =>
    coded.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
  const sent = parts.join('\n\n').replaceAll('\r\n', '\n');
  const isCoded = /^content-transfer-encoding: quoted-printable/im.test(head);
  const [, subject = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head) ?? [];
  const words = subject.replaceAll(/\?=\s+=\?UTF-8\?Q\?/g, '').replace(/^=\?UTF-8\?Q\?(.*)\?=$/, '$1');
  const isWord = words !== subject;
  return {
    subject: isWord ? decode(words.replaceAll('_', ' ')) : subject,
    body: isCoded ? decode(sent.replaceAll('=\n', '')) : sent,
  };
}

const formPath = '/store/publisher/dog_park/v1/message';
const hook = 'https://hooks.example.edu/secret-path';
const hostile = '<b>Bold</b> & "quoted" {{x}} `code`';

describe('a message to the subscribers of an API version', () => {
  let receiver: Receiver;
  let mail: MailServer;
  let server: AuthorizationInTest;
  let browser: StoreBrowser;
  let csrf = '';
  /** How much time has passed, in milliseconds. */
  let passed = 0;
  /** Which of the next claims in the state store fails, if any. */
  let failsAt = 0;

  const failing = (store: TokenStore): TokenStore => {
    const claim = store.claim.bind(store);
    return Object.assign(store, {
      claim: async (...claimed: Parameters<TokenStore['claim']>) => {
        failsAt -= 1;
        if (failsAt === 0) throw new StoreError('the state store cannot be reached');
        return claim(...claimed);
      },
    });
  };

  const sentMessages = () => server.audited.filter(({ event }) => event === 'message_sent').length;

  function table(notices: NoticeSettings | undefined) {
    const contacts = { webhook: receiver.url };
    return buildTable({
      gateway: {
        authUrl: authOrigin,
        storeUrl,
        store: { title: 'Park APIs', visibility: 'public' },
        ...(notices && { notices }),
      },
      apis: [
        defineApi({ endpoints: {}, operations: ['GET /dogs'], owner: 'alice' }),
        defineApi({
          endpoints: {},
          operations: ['GET /cats'],
          owner: 'carol',
          name: 'CatCafe',
          context: 'cat_cafe',
        }),
        defineApi({
          endpoints: {},
          operations: ['GET /owls'],
          owner: 'alice',
          name: 'OwlHouse',
          context: 'owl_house',
        }),
      ],
      applications: [
        {
          ...defineApplication('Walker'),
          owner: 'bob',
          notices: { ...contacts, email: 'team@walker.example' },
        },
        {
          ...defineApplication('Sandboxed'),
          owner: 'bob',
          keySets: [{ keySet: 'sandbox', consumerKey: 'Sandboxed-sandbox', secretDigests: [] }],
          notices: contacts,
        },
        { ...defineApplication('Silent'), owner: 'carol' },
        { ...defineApplication('Stranger'), owner: 'carol', notices: { webhook: hook } },
      ],
      subscriptions: [
        ...['Walker', 'Sandboxed', 'Silent'].map((name) => subscribe(name, 'DogPark/v1')),
        subscribe('Stranger', 'CatCafe/v1'),
        subscribe('Silent', 'OwlHouse/v1'),
      ],
      users: [alice, { ...alice, name: 'bob' }, { ...alice, name: 'carol' }, { ...alice, name: 'dora' }],
      teams: [],
    });
  }

  const settings = (): NoticeSettings => ({
    smtp: {
      host: '127.0.0.1',
      port: mail.port,
      tls: 'starttls',
      from: 'apis@example.edu',
      user: 'gateway',
      password: { fromEnv: 'SMTP_PASSWORD' },
      ca: { fromEnv: 'CA' },
    },
    webhooks: { secret: { fromEnv: 'WEBHOOK_SECRET' }, ca: { fromEnv: 'CA' }, allowThisMachine: true },
  });

  const secrets = () => ({
    SMTP_PASSWORD: 'open sesame',
    WEBHOOK_SECRET: 'a-secret-of-the-webhooks',
    CA: certificates.ca,
  });

  beforeEach(async () => {
    receiver = await openReceiver();
    mail = await openMailServer();
    [passed, failsAt] = [0, 0];
    const clock = () => Date.now() + passed;
    server = await openAuthorization(table(settings()), { secrets: secrets(), clock, wrapStore: failing });
    ({ browser, csrf } = await signIn('alice'));
  });
  afterEach(async () => {
    await server.close();
    await receiver.close();
    await mail.close();
  });

  async function signIn(username: string) {
    const visitor = new StoreBrowser(server);
    const page = await visitor.signIn('/store', { username, password: passwordOfAlice });
    const token = page.forms.find(({ action }) => action === '/store/sign-out')?.fields['csrf'] ?? '';
    return { browser: visitor, csrf: token };
  }

  const send = (fields: Readonly<Record<string, string>>, path = formPath): Promise<PageInTest> =>
    browser.submitToStore(path, {
      csrf,
      audience: 'all',
      subject: 'Maintenance',
      text: 'On Sunday.',
      ...fields,
    });

  /** The fields of the form that sends what the preview shows. */
  const previewed = async (fields: Readonly<Record<string, string>> = {}) => {
    const page = await send({ step: 'preview', ...fields });
    return page.forms.find(({ action }) => action === formPath)?.fields ?? {};
  };

  const sendPreviewed = async (fields: Readonly<Record<string, string>> = {}) =>
    // The parser of the tests joins the lines of an attribute, which browsers do not.
    send({ ...(await previewed(fields)), ...fields, step: 'send' });

  test('shows who is reached, without an address', async () => {
    const { status, text, body } = await browser.store.visit(formPath);
    expect(status).toBe(200);
    expect(text).toContain('2 of 3 subscribed applications declare an address');
    expect(text).toContain('Silent');
    expect(body).not.toContain('walker.example');
    expect(body).not.toContain(receiver.url);
  });

  test('previews the text as it is, and sends nothing yet', async () => {
    const { status, text, body } = await send({
      step: 'preview',
      subject: hostile,
      text: `${hostile}\n\nAda`,
    });
    expect(status).toBe(200);
    expect(text).toContain(hostile);
    expect(text).toContain('Send to 2 applications');
    expect(body).not.toContain('<b>Bold');
    expect(sentMessages()).toBe(0);
    expect([receiver.received, mail.received]).toEqual([[], []]);
  });

  test('previews the e-mail exactly as it is sent', async () => {
    const typed = { subject: hostile, text: `${hostile}\n\n  Ada  \n-- \nend` };
    const preview = await send({ step: 'preview', ...typed });
    expect(preview.text).toContain('This one is for Walker');
    expect(preview.text).toContain('A webhook gets the subject without the name of the version');
    await sendPreviewed(typed);
    await eventually(() => expect(mail.received).toHaveLength(1));
    const { subject, body } = readEmail(mail.received[0]?.text ?? '');
    using page = XmlDocument.fromString(preview.body.slice('<!doctype html>'.length));
    expect(page.get('//section[p[@class="plain-text"]]/h2')?.content).toBe(subject);
    expect(page.get('//p[@class="plain-text"]')?.content).toBe(body);
    expect(subject).toBe(`DogPark v1: ${hostile}`);
    expect(body).toContain('because the application Walker, which subscribes to DogPark v1');
  });

  test('previews what webhooks get if no e-mail is sent', async () => {
    const { smtp: _smtp, ...others } = settings();
    await server.swap(table(others));
    const preview = await send({ step: 'preview', subject: 'Hello', text: 'Sunday' });
    using page = XmlDocument.fromString(preview.body.slice('<!doctype html>'.length));
    expect(page.get('//section[p[@class="plain-text"]]/h2')?.content).toBe('Hello');
    expect(page.get('//p[@class="plain-text"]')?.content).toBe('Sunday');
  });

  test('is sent by webhook and by e-mail, and the page shows what happened', async () => {
    const { status, location } = await sendPreviewed({ text: 'On Sunday.\r\nAll day.' });
    expect(status).toBe(303);
    await eventually(async () => {
      const page = await browser.store.visit(location);
      expect(page.text).not.toContain('Waiting');
      expect(page.text.match(/Delivered/g)).toHaveLength(3);
    });
    const walkers = receiver.received.find(({ body }) => body.includes('"Walker"'));
    expect(JSON.parse(walkers?.body ?? '{}')).toEqual({
      type: 'api.message',
      timestamp: expect.any(String) as string,
      data: {
        application: 'Walker',
        api: 'DogPark/v1',
        from: 'alice',
        audience: 'all',
        subject: 'Maintenance',
        text: 'On Sunday.\nAll day.',
        page: `${storeUrl}/store/apis/dog_park/v1`,
      },
    });
    expect(mail.received).toHaveLength(1);
    const [email] = mail.received;
    expect(email).toMatchObject({ to: ['team@walker.example'], from: 'apis@example.edu', isSecure: true });
    expect(email?.text).toMatch(/^Subject: DogPark v1: Maintenance\r$/m);
    expect(email?.text).toMatch(/^From: Park APIs <apis@example.edu>\r$/m);
    expect(email?.text).toContain('On Sunday.\r\nAll day.');
  });

  test('is signed with a key that only its application has', async () => {
    await sendPreviewed();
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const bob = await signIn('bob');
    const keyOf = async (name: string) => {
      const path = `/store/applications/${name}/webhook-key`;
      const { status, code } = await bob.browser.submitToStore(path, { csrf: bob.csrf });
      expect(status).toBe(200);
      return code;
    };
    const [walkers, others] = [await keyOf('Walker'), await keyOf('Sandboxed')];
    const webhook = receiver.received.find(({ body }) => body.includes('"Walker"'));
    if (!webhook) throw new Error('nothing was received');
    expect(await isSigned(webhook, walkers)).toBe(true);
    expect(await isSigned(webhook, others)).toBe(false);
    expect(await isSigned({ ...webhook, body: `${webhook.body} ` }, walkers)).toBe(false);
  });

  test('shows the key of a webhook to the owner of its application alone', async () => {
    const path = '/store/applications/Walker/webhook-key';
    expect((await browser.submitToStore(path, { csrf })).status).toBe(404);
    const bob = await signIn('bob');
    expect((await bob.browser.submitToStore(path, {})).code).toBe('form_not_of_session');
    const page = await bob.browser.store.visit('/store/applications/Walker');
    expect(page.text).toContain('Show the key of the webhook');
    expect(page.body).not.toContain('whsec_');
    const shown = await bob.browser.submitToStore(path, { csrf: bob.csrf });
    expect(shown.code).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(server.audited).toContainEqual(
      expect.objectContaining({ event: 'webhook_key_shown', username: 'bob', application: 'Walker' }),
    );
    expect(JSON.stringify(server.audited)).not.toContain('whsec_');
  });

  test('has no key that can be shown while its secret is missing', async () => {
    await server.swap(table({ webhooks: { secret: { fromEnv: 'MISSING' } } }));
    const bob = await signIn('bob');
    const page = await bob.browser.submitToStore('/store/applications/Walker/webhook-key', {
      csrf: bob.csrf,
    });
    expect([page.status, page.heading]).toEqual([503, 'The key cannot be shown at the moment']);
    expect(page.text).not.toContain('MISSING');
    expect(server.audited.map(({ event }) => event)).not.toContain('webhook_key_shown');
  });

  test('reaches only those with keys for the chosen environment', async () => {
    await sendPreviewed({ audience: 'sandbox' });
    await eventually(() => expect(receiver.received).toHaveLength(2));
    await sendPreviewed({ audience: 'production' });
    await eventually(() => expect(mail.received).toHaveLength(2));
    const names = receiver.received.map(
      ({ body }) => (JSON.parse(body) as { data: { application: string } }).data,
    );
    expect(names.map(({ application }) => application).toSorted()).toEqual(['Sandboxed', 'Walker', 'Walker']);
  });

  test('is sent once, however often its form is sent', async () => {
    const fields = await previewed({ audience: 'sandbox' });
    const answers = await Promise.all([1, 2, 3].map(() => send({ ...fields, step: 'send' })));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    await eventually(() => expect(mail.received).toHaveLength(1));
    await send({ ...fields, step: 'send', subject: 'Another' });
    const page = await browser.store.visit(answers[0]?.location ?? '');
    expect(page.text).toContain('Maintenance');
    expect(page.text).not.toContain('Another');
    expect(server.audited.filter(({ event }) => event === 'message_sent')).toHaveLength(1);
    expect(mail.received).toHaveLength(1);
  });

  test('is limited to five an hour, and keeps the text then', async () => {
    for (let sent = 0; sent < 5; sent++)
      expect((await sendPreviewed({ audience: 'sandbox' })).status).toBe(303);
    const { status, problem, body } = await sendPreviewed({ text: 'Typed with care.' });
    expect([status, problem]).toEqual([429, expect.stringContaining('5 messages an hour')]);
    expect(body).toContain('Typed with care.');
  });

  test('that was refused is sent from the same preview later', async () => {
    const fields = await previewed({ audience: 'sandbox' });
    for (let sent = 0; sent < 5; sent++) await sendPreviewed({ audience: 'sandbox' });
    expect((await send({ ...fields, step: 'send' })).status).toBe(429);
    expect((await send({ ...fields, step: 'send' })).status).toBe(429);
    passed = 3_600_000;
    ({ browser, csrf } = await signIn('alice'));
    const { status, location } = await send({ ...fields, csrf, step: 'send' });
    expect(status).toBe(303);
    expect((await browser.store.visit(location)).heading).toBe('Message sent');
    expect(sentMessages()).toBe(6);
  });

  test('that the state store kept from being sent is sent from the same preview later', async () => {
    const fields = await previewed();
    for (const claim of [1, 2]) {
      failsAt = claim;
      expect((await send({ ...fields, step: 'send' })).status).toBe(503);
      expect(sentMessages()).toBe(0);
    }
    failsAt = 0;
    const { status, location } = await send({ ...fields, step: 'send' });
    expect(status).toBe(303);
    expect((await browser.store.visit(location)).heading).toBe('Message sent');
  });

  test.for([
    ['an empty subject', { subject: ' ' }, 'Enter a subject.'],
    ['an empty text', { text: '\r\n' }, 'Enter the text'],
    [
      'a line break in the subject',
      { subject: 'Hello\r\nBcc: all@example.edu' },
      'Remove the control characters',
    ],
    ['an escape character', { text: 'a\u001B[2Jb' }, 'Remove the control characters'],
    ['a text in the other direction', { subject: 'a\u202Eb' }, 'Remove the control characters'],
    ['a subject that is too long', { subject: 'x'.repeat(151) }, 'Shorten this to 150 characters.'],
    ['a text that is too long', { text: 'x'.repeat(5001) }, 'Shorten this to 5,000 characters.'],
    ['an unknown audience', { audience: 'everybody' }, 'Choose one of the audiences.'],
  ] as const)('is refused at its field with %s', async ([, fields, message]) => {
    const id = (await previewed())['message'] ?? '';
    const { status, problem } = await send({ step: 'send', message: id, ...fields });
    expect([status, problem]).toEqual([422, expect.stringContaining(message)]);
    expect(sentMessages()).toBe(0);
    expect([receiver.received, mail.received]).toEqual([[], []]);
  });

  test.for(['', 'x', '../../applications', 'a'.repeat(10_000)])(
    'is previewed and not sent with a forged identifier',
    async (message) => {
      const { status, text } = await send({ step: 'send', message });
      expect([status, text]).toEqual([200, expect.stringContaining('Nothing is sent yet.')]);
      expect(sentMessages()).toBe(0);
    },
  );

  test('cannot be sent by others, or about the API of others', async () => {
    const fields = { ...(await previewed()), step: 'send' };
    expect((await send(fields, '/store/publisher/cat_cafe/v1/message')).status).toBe(404);
    const dora = await signIn('dora');
    expect((await dora.browser.submitToStore(formPath, { ...fields, csrf: dora.csrf })).status).toBe(404);
    expect((await send({ ...fields, csrf: dora.csrf })).code).toBe('form_not_of_session');
    expect(sentMessages()).toBe(0);
    expect([receiver.received, mail.received]).toEqual([[], []]);
  });

  test('is shown to the owners of its API version alone', async () => {
    const { location } = await sendPreviewed();
    const carol = await signIn('carol');
    expect((await carol.browser.store.visit(location)).status).toBe(404);
    expect((await carol.browser.store.visit(location.replace('dog_park', 'cat_cafe'))).status).toBe(404);
    expect((await browser.store.visit(location.replace('dog_park', 'owl_house'))).heading).toBe(
      'This message is not known',
    );
  });

  test('cannot be sent if nobody is reached', async () => {
    const path = '/store/publisher/owl_house/v1/message';
    const { status, text } = await send({ step: 'send' }, path);
    expect([status, text]).toEqual([422, expect.stringContaining('there is nobody to send to')]);
  });

  test('cannot be sent by a gateway that sends no notices', async () => {
    await server.swap(table(undefined));
    const { text } = await browser.store.visit(formPath);
    expect(text).toContain('This gateway sends no notices.');
    const owned = await browser.store.visit('/store/publisher/dog_park/v1');
    expect(owned.text).not.toContain('Write to the subscribers');
  });

  test('is linked from the page of the API version', async () => {
    const { text, body } = await browser.store.visit('/store/publisher/dog_park/v1');
    expect(text).toContain('Write to the subscribers');
    expect(body).toContain(`href="${formPath}"`);
  });

  test('is recorded in the audit log, without its text or an address', async () => {
    await sendPreviewed();
    await eventually(() =>
      expect(server.audited.filter(({ event }) => event === 'notice_delivered')).toHaveLength(3),
    );
    const [sent] = server.audited.filter(({ event }) => event === 'message_sent');
    expect(sent).toMatchObject({
      username: 'alice',
      api: 'DogPark/v1',
      audience: 'all',
      subject: 'Maintenance',
      applications: ['Walker', 'Sandboxed'],
    });
    expect(JSON.stringify(server.audited)).not.toMatch(/On Sunday|walker\.example|127\.0\.0\.1:\d+\/hook/);
  });

  test('keeps what was typed if the session has ended', async () => {
    const { status, body } = await send({ csrf: '', text: 'Typed with care.' });
    expect(status).toBe(403);
    expect(body).toContain('Typed with care.');
    expect((await browser.signOut()).status).toBe(200);
  });
});
