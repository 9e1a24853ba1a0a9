// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { git } from '../../platform/git-in-test.ts';
import { openShared } from '../../serve/running-gateway.ts';
import {
  declareUser,
  openAttackedStore,
  passwordDigest,
  signIn,
  type SignedInUser,
} from './attacked-store.ts';
import { expectCheap } from './processor-time.ts';

let store: Awaited<ReturnType<typeof openAttackedStore>>;
let eve: SignedInUser;

const forger = 'Mal>\u202E Proposed-By: user:ada <ada@example.edu>';

beforeAll(() =>
  openShared(async (atEnd) => {
    store = await openAttackedStore({ files: { 'users/mal.yaml': declareUser('mal', forger) } }, atEnd);
    eve = await signIn(store.gatewayUrl, 'eve');
  }),
);

/** Proposes without a preview, as no browser does. */
async function propose(user: SignedInUser, form: string, fields: Readonly<Record<string, string>>) {
  const base = (await git(store.bare, 'rev-parse', 'main')).trim();
  const answer = await user.send(`/store/proposals/new/${form}`, { ...fields, base, step: 'propose' });
  return answer.location === '' ? answer : user.visit(answer.location);
}

/** The refs of the repository besides its base. */
async function refs(): Promise<readonly string[]> {
  const names = await git(store.bare, 'for-each-ref', '--format=%(refname)');
  return names.split('\n').filter((name) => name !== '' && name !== 'refs/heads/main');
}

const application = { type: 'service', owner: 'eve', 'grants.client_credentials': 'on' };

/** What programs, file systems, git or YAML would understand as something else than a name. */
const hostileNames = [
  '--upload-pack=touch /tmp/x',
  '-c',
  '..',
  '../../users/ada',
  '.git',
  '.git/hooks/post-receive',
  'refs/heads/main',
  'a/b',
  'a\\b',
  'a\nkind: User',
  'a\r\nb',
  'a\0b',
  'a\u202Eb',
  'a b',
  'a.lock',
  '@{-1}',
  '!!js/function x',
  '&anchor',
  '*alias',
  '{}',
  '漢字',
  '__proto__',
  'x'.repeat(101),
  '',
];

const noName = 'Some fields need changes Choose an API version.';
/** How forms refuse the name of an API that is none. Ada owns no API to choose in those with 404. */
const refusals = {
  subscribe: {
    status: 422,
    problem:
      'Some fields need changes This API version does not exist, or it is deprecated or retired and takes no new subscriptions. Choose another.',
  },
  withdraw: {
    status: 422,
    problem:
      'Some fields need changes The application has no subscription to that API version. Choose an API version that it is subscribed to.',
  },
  version: { status: 404, problem: '' },
  deprecate: { status: 404, problem: '' },
  retire: { status: 404, problem: '' },
  details: { status: 404, problem: '' },
  document: { status: 404, problem: '' },
  publish: { status: 404, problem: '' },
  block: { status: 404, problem: '' },
  unblock: { status: 404, problem: '' },
  suppress: { status: 404, problem: '' },
};

describe('a name', () => {
  test.each(hostileNames.map((name) => [JSON.stringify(name.slice(0, 40)), name]))(
    '%s is not one for an application',
    async (_title, name) => {
      const answer = await propose(eve, 'application', { ...application, name });
      expect([answer.status, await refs()]).toEqual([422, []]);
    },
  );

  const definition = cleanSources['apis/dog_park/v1/openapi.yaml'] ?? '';
  const api = { definition, owner: 'eve', name: 'CatCafe', context: '/cat_cafe', version: 'v1' };

  test.each(
    (['name', 'context', 'version'] as const).flatMap((field) =>
      [
        ...hostileNames.slice(0, -1),
        '/../../users',
        '/.github/workflows',
        '/cat_cafe/..',
        'v1/../../x',
        'v1.',
        '1..2',
      ].map((value) => [field, JSON.stringify(value.slice(0, 40)), value] as const),
    ),
  )('%s %s is not one for an API', async (field, _title, value) => {
    const fields = { ...api, production: 'https://cats.example.edu', [field]: value };
    const answer = await propose(eve, 'api', fields);
    expect([answer.status, await refs()]).toEqual([422, []]);
  });

  test('of an API or a tier is looked up, and never a path', async () => {
    const ada = await signIn(store.gatewayUrl, 'ada');
    for (const name of hostileNames) {
      const tier = await propose(ada, 'subscribe', {
        application: 'DogWalker',
        api: 'DogPark/v1',
        tier: name,
      });
      expect([tier.status, await refs()]).toEqual([422, []]);
      for (const [form, refusal] of Object.entries(refusals)) {
        const fields = { application: 'DogWalker', api: name, tier: 'Bronze' };
        const { status, problem } = await propose(ada, form, fields);
        const reason = name === '' && status === 422 ? noName : refusal.problem;
        expect([form, name, status, problem]).toEqual([form, name, refusal.status, reason]);
      }
    }
    expect(await refs()).toEqual([]);
  });
});

describe('a text', () => {
  const texts = [
    'yes',
    '1e3',
    '0x10',
    '~',
    'null',
    '2026-01-01',
    '!!js/function "x"',
    '&anchor text',
    '*alias',
    '{}',
    '[a, b]',
    '- item',
    'key: value',
    'text # comment',
    '# comment',
    '---',
    '...',
    '%YAML 1.1',
    '@at `tick` | > ? :',
    `"'"'`,
    '"}\\n',
    '--author=x',
    '<<: *x',
  ];

  test('is the same text in the declaration, whatever it means in YAML', async () => {
    const found: unknown[] = [];
    for (const [index, description] of texts.entries()) {
      const name = `App${index}`;
      const { status, problem } = await propose(eve, 'application', { ...application, name, description });
      const branch = `proposals/eve/application-${name}`;
      const paths = status === 200 ? await git(store.bare, 'diff', '--name-only', 'main', branch) : problem;
      const file = `applications/app${index}.yaml`;
      const written = status === 200 ? parse(await git(store.bare, 'show', `${branch}:${file}`)) : {};
      found.push([status, paths.trim(), (written as { description?: unknown }).description]);
      // Nobody may have more than 20 open proposals.
      await git(store.bare, 'update-ref', '-d', `refs/heads/${branch}`);
    }
    expect(found).toEqual(texts.map((text, index) => [200, `applications/app${index}.yaml`, text]));
  });

  test.each(['yes', '1e3', 'null', '0x10', '007', '0o7', 'true'])(
    'such as the name %s stays a text',
    async (name) => {
      const { status } = await propose(eve, 'application', { ...application, name });
      expect(status).toBe(200);
      const branch = `proposals/eve/application-${name}`;
      const path = (await git(store.bare, 'diff', '--name-only', 'main', branch)).trim();
      const written = await git(store.bare, 'show', `${branch}:${path}`);
      expect(path).toMatch(/^applications\/\w+\.yaml$/);
      expect(parse(written)).toMatchObject({ name, owner: 'eve' });
      await git(store.bare, 'update-ref', '-d', `refs/heads/${branch}`);
    },
  );

  test.each(['a\nkind: User', 'a\0b', 'a\u2028b', 'a\u202Eb', 'a\u001B[2Jb', 'x'.repeat(2001)])(
    'is refused with a character that cannot be shown, or if it is too long: %j',
    async (description) => {
      const answer = await propose(eve, 'application', { ...application, name: 'App', description });
      expect([answer.status, await refs()]).toEqual([422, []]);
    },
  );
});

test('a display name forges neither the author nor a trailer', async () => {
  const mal = await signIn(store.gatewayUrl, 'mal');
  const { status } = await propose(mal, 'application', { ...application, owner: 'mal', name: 'Forged' });
  expect(status).toBe(200);
  const branch = 'proposals/mal/application-Forged';
  const format = '--format=%an|%ae|%cn|%(trailers:key=Proposed-By,valueonly)';
  expect((await git(store.bare, 'log', '-1', format, branch)).trim()).toBe(
    'Mal \ufffd Proposed-By: user:ada ada@example.edu|mal@users.noreply.localhost|Gatewright|user:mal',
  );
  await git(store.bare, 'update-ref', '-d', `refs/heads/${branch}`);
});

describe('a document', () => {
  const nested = (depth: number) => `{"openapi":"3.1.0","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const aliases = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (let level = 1; level < 12; level += 1)
    aliases.push(`a${level}: &a${level} [${`*a${level === 1 ? '' : level - 1},`.repeat(9)}]`);

  test.each([
    ['with deep nesting', nested(100_000)],
    ['with deep nesting in YAML', `openapi: 3.1.0\nx: ${'['.repeat(50_000)}`],
    ['with aliases that grow', `openapi: 3.1.0\n${aliases.join('\n')}\n`],
    ['with types of other languages', 'openapi: !!js/function "function () {}"\n'],
    ['that contains itself', 'openapi: 3.1.0\nx: &x [*x]\n'],
    ['without text', '\0\0\0'],
  ])('%s is refused within two seconds of the processor', async (_title, definition) => {
    const fields = {
      owner: 'eve',
      name: 'CatCafe',
      context: '/cat_cafe',
      version: 'v1',
      production: 'https://cats.example.edu',
    };
    const proposeIt = async (text: string) => {
      const { status } = await propose(eve, 'api', { ...fields, definition: text });
      expect([status, await refs()]).toEqual([422, []]);
    };
    await expectCheap({
      act: () => proposeIt(definition),
      harmless: () => proposeIt('openapi: 3.1.0\n'),
      limit: 2,
    });
    expect((await eve.visit('/store')).status).toBe(200);
  });

  test.each([
    '../../../users/ada.yaml',
    '../../../users/ada.yaml#/passwordDigest',
    '../../../applications/dog_walker.yaml#/keys',
    '../../../gateway.config.yaml',
    'file:///etc/passwd',
    '/etc/passwd',
    '../../../../../../../../../etc/passwd',
    'http://127.0.0.1:9/x',
  ])('that refers to %s shows nothing of it', async (reference) => {
    const definition = [
      'openapi: 3.1.0',
      'info: { title: Cat cafe, version: "1" }',
      'paths:',
      '  /cats:',
      '    get:',
      '      responses:',
      '        "200":',
      '          description: All cats.',
      '          content:',
      '            application/json:',
      `              schema: { $ref: "${reference}" }`,
      '',
    ].join('\n');
    const fields = { definition, owner: 'eve', name: 'CatCafe', context: '/cat_cafe', version: 'v1' };
    const answer = await eve.send('/store/proposals/new/api', {
      ...fields,
      production: 'https://cats.example.edu',
      step: 'preview',
    });
    expect(answer.text).toContain('The document refers to another file by');
    expect(answer.text).not.toContain('displayName');
    expect(answer.body).not.toContain(passwordDigest.slice(0, 40));
    expect(answer.body).not.toMatch(/root:|secretDigests|sha256:0{64}/);
  });
});
