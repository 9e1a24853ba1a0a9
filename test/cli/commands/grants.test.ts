import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { hasRedisServer, startRedis } from '../../runtime/state/redis-in-test.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { consumerKey, secret, send, start, writeSources } from '../../serve/running-gateway.ts';
import { callGatewright } from '../call-gatewright.ts';
import { full } from '../../full-run.ts';

const password = 'correct horse battery staple';
const passwordDigest = await hashArgon2id(password);
const users = ['ada', 'bob'] as const;

/** Gateways over the same sources and the same state, whose users ada and bob log in with a password. */
async function serve(
  declared: string,
  changes: readonly Readonly<Record<string, unknown>>[] = [{}],
  grants = 'password, refresh_token',
) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write(
    'gateway.config.yaml',
    (text) => text.replace('localhost:8243', 'gateway.example.edu') + declared,
  );
  await write('applications/dog_walker.yaml', (text) =>
    text.replace('authorization_code]', `authorization_code, ${grants}]`),
  );
  for (const name of users)
    await write(`users/${name}.yaml`, () => `kind: User\nname: ${name}\npasswordDigest: ${passwordDigest}\n`);
  await writeFile(join(root, 'key.pem'), makeSigningKey());
  const gateways = [];
  for (const change of changes) {
    const port = await freePort();
    gateways.push({ port, ...(await start({ root, plainHttp: true, port, ...change })) });
  }
  return { root, gateways };
}

type Gateway = Awaited<ReturnType<typeof serve>>['gateways'][number];

async function post({ port }: Gateway, fields: Readonly<Record<string, string>>) {
  return send(`http://127.0.0.1:${port}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });
}

async function logIn(gateway: Gateway, username: string) {
  const { json } = await post(gateway, { grant_type: 'password', username, password });
  return json;
}

async function call(gateway: Gateway, token: unknown): Promise<number> {
  const url = `http://127.0.0.1:${gateway.port}/dog_park/v1/dogs`;
  const answer = await request(url, { headers: { authorization: `Bearer ${String(token)}` }, reset: true });
  await answer.body.dump();
  return answer.statusCode;
}

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';
const redisState =
  'state: { store: redis, url: { fromEnv: GRANTS_REDIS_URL } }\ntoken: { signingKeys: [{ key: { fromFile: key.pem } }] }\n';

describe('gatewright grants', () => {
  type Change = { readonly apart?: boolean; readonly workers?: number };
  test.for<readonly [what: string, declared: string, choose: () => readonly Change[]]>([
    ['one gateway with its state in memory', 'state: { store: memory }\n', () => [{}]],
    ['two workers', '', () => [{ workers: 2 }]],
    [`two gateways on Redis${whyNot}`, redisState, () => [{}, { apart: true }]],
  ])('lists and revokes what users have granted: %s', full, async ([what, declared, choose], { skip }) => {
    if (what.includes('skipped')) skip(whyNot);
    const changes = await Promise.all(
      choose().map(async ({ apart, ...change }) => ({
        ...change,
        ...(apart && { stateFolder: await makeTestFolder() }),
      })),
    );
    if (declared === redisState) {
      const redis = await startRedis();
      onTestFinished(async () => redis[Symbol.asyncDispose]());
      process.env['GRANTS_REDIS_URL'] = redis.url;
      onTestFinished(() => void delete process.env['GRANTS_REDIS_URL']);
    }
    const { root, gateways } = await serve(declared, changes);
    const [gateway = gateways[0]!] = gateways;
    const last = gateways.at(-1)!;
    const [ada, again, bob] = [
      await logIn(gateway, 'ada'),
      await logIn(last, 'ada'),
      await logIn(gateway, 'bob'),
    ];
    const everywhere = (tokens: Readonly<Record<string, unknown>>) =>
      Promise.all(
        [...gateways, ...gateways, ...gateways].map((asked) => call(asked, tokens['access_token'])),
      );
    const all = (status: number) => Array.from({ length: 3 * gateways.length }, () => status);
    expect(await everywhere(ada)).toEqual(all(200));
    const grants = (...words: readonly string[]) =>
      callGatewright(root, ['grants', words[0]!, '--url', gateway.adminUrl, ...words.slice(1)]);
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    const grantOf = (user: string) => ({
      id: expect.stringMatching(/^[\w-]{43}$/) as string,
      user,
      application: 'DogWalker',
      consumerKey,
      keySet: 'production',
      scopes: [],
      since: date,
      lastUsed: date,
      ends: date,
    });
    const listed = await grants('list', '--format', 'json');
    const { grants: found } = JSON.parse(listed.stdout) as { grants: { id: string; user: string }[] };
    expect(found.toSorted((a, b) => (a.user < b.user ? -1 : 1))).toEqual(['ada', 'ada', 'bob'].map(grantOf));
    for (const { access_token: access, refresh_token: refresh } of [ada, again, bob])
      for (const token of [access, ...String(refresh).split('.')]) expect(listed.stdout).not.toContain(token);
    const human = await grants('list', '--user', 'bob');
    expect(human.stdout).toMatch(
      /^ {2}User {2}Application {2}Keys {8}Since {13}Last used {9}Ends {14}Grant +Scopes\n {2}bob {3}DogWalker {4}production {2}(\d{4}-\d\d-\d\d \d\d:\d\d {2}){3}[\w-]{43} {2}-\n$/,
    );
    const revoked = await grants('revoke', '--user', 'ada', '--format', 'json');
    expect([revoked.code, JSON.parse(revoked.stdout)]).toEqual([
      0,
      { revoked: [grantOf('ada'), grantOf('ada')] },
    ]);
    expect([await everywhere(ada), await everywhere(again), await everywhere(bob)]).toEqual([
      all(403),
      all(403),
      all(200),
    ]);
    for (const { refresh_token: token } of [ada, again])
      expect(await post(last, { grant_type: 'refresh_token', refresh_token: String(token) })).toMatchObject({
        status: 400,
        json: { error: 'invalid_grant' },
      });
    expect((await grants('list', '--user', 'ada')).stdout).toBe('No grants found.\n');
    expect(await grants('revoke', '--application', 'DogWalkr')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('No served application has keys and the name "DogWalkr".'),
    });
    expect((await grants('revoke', '--application', 'DogWalker')).stdout).toMatch(/^1 grant revoked:\n/);
    expect(await everywhere(bob)).toEqual(all(403));
    expect((await grants('revoke', '--all')).stdout).toMatch(/^No grants found\.\n/);
  });

  test('revokes access tokens without a refresh token, those of users alone', full, async () => {
    const { root, gateways } = await serve('', [{ workers: 2 }], 'password');
    const gateway = gateways[0]!;
    const revoke = (...words: readonly string[]) =>
      callGatewright(root, ['grants', 'revoke', '--url', gateway.adminUrl, ...words]);
    const statuses = (tokens: readonly Readonly<Record<string, unknown>>[]) =>
      Promise.all(tokens.map((each) => call(gateway, each['access_token'])));
    const ofUsers = () => Promise.all(users.map((name) => logIn(gateway, name)));
    const { json: own } = await post(gateway, { grant_type: 'client_credentials' });
    const first = await ofUsers();
    expect(first[0]).not.toHaveProperty('refresh_token');
    expect((await revoke('--user', 'ada')).stdout).toBe(
      'No grants found.\nSessions and access tokens without a grant have ended too.\n',
    );
    expect(await statuses([...first, own])).toEqual([403, 200, 200]);
    // Later logins are not selected.
    const second = await ofUsers();
    expect(await statuses(second)).toEqual([200, 200]);
    await revoke('--user', 'bob', '--application', 'DogWalker');
    expect(await statuses([...second, own])).toEqual([200, 403, 200]);
    await revoke('--application', 'DogWalker');
    const third = await ofUsers();
    expect(await statuses([...second, ...third, own])).toEqual([403, 403, 200, 200, 200]);
    await revoke('--all');
    expect(await statuses([...third, own])).toEqual([403, 403, 200]);
    await eventually(async () => {
      const audit = await readFile(join(root, '.gatewright', 'audit.jsonl'), 'utf8');
      expect(audit.match(/"event":"grants_revoked"/g)).toHaveLength(4);
    });
  });

  test('needs the key in the state folder, which only its owner can read', async () => {
    const { root, gateways } = await serve('state: { store: memory }\n');
    const { adminUrl } = gateways[0]!;
    const file = join(root, '.gatewright', 'admin-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const elsewhere = await makeTestFolder();
    const words = ['grants', 'list', '--url', adminUrl];
    expect(await callGatewright(root, [...words, '--state-dir', elsewhere])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('admin-key cannot be read') as string,
    });
    await writeFile(join(elsewhere, 'admin-key'), 'x'.repeat(43));
    const { code, stderr } = await callGatewright(root, [...words, '--state-dir', elsewhere]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('The admin key in the state folder of the gateway is required.'),
    ]);
    expect(stderr).not.toContain('xxx');
  });

  test.each(['', '\n', 'cut off'])('takes no damaged key to a gateway: %j', async (text) => {
    const { root } = await writeSources();
    const stateFolder = await makeTestFolder();
    const file = join(stateFolder, 'admin-key');
    await writeFile(file, text);
    const words = ['grants', 'list', '--url', 'http://127.0.0.1:1', '--state-dir', stateFolder];
    const { code, stderr } = await callGatewright(root, words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${file} does not contain an admin key`)]);
  });

  const shown = {
    id: 'x',
    user: 'ada',
    application: null,
    consumerKey,
    keySet: 'production',
    scopes: [],
    since: '2026-05-01T12:00:00.000Z',
    lastUsed: null,
    ends: '2026-05-02T12:00:00.000Z',
  };

  test.each([
    [{}, 0],
    [{ application: 1 }, 2],
    [{ lastUsed: undefined }, 2],
    [{ keySet: 'other' }, 2],
    [{ scopes: [1] }, 2],
    [{ user: null }, 2],
  ])('takes no other answer for a list of grants: %j', async (change, code) => {
    const server = createServer((_, response) =>
      response.end(JSON.stringify({ grants: [{ ...shown, ...change }] })),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { root } = await writeSources();
    const stateFolder = await makeTestFolder();
    await writeFile(join(stateFolder, 'admin-key'), 'x'.repeat(43));
    const words = ['grants', 'list', '--url', `http://127.0.0.1:${port}`, '--state-dir', stateFolder];
    const answer = await callGatewright(root, words);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toContain(code === 0 ? '' : 'does not return the grants of users');
  });

  test('sends the key to no other machine', async () => {
    const asked: string[] = [];
    // Listens at every address of this machine, as another machine would at its own.
    const server = createServer(({ headers }, response) => {
      asked.push(headers.authorization ?? '');
      response.end('{}');
    });
    await once(server.listen(0, '0.0.0.0'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
    const outer = own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '0.0.0.0';
    const { root } = await writeSources();
    const stateFolder = await makeTestFolder();
    await writeFile(join(stateFolder, 'admin-key'), 'x'.repeat(43));
    for (const host of [
      outer,
      '0.0.0.0',
      'gateway.example.edu',
      '127.0.0.1.example.edu',
      'localhost@example.edu',
    ])
      for (const command of [['list'], ['revoke', '--all']]) {
        const words = ['grants', ...command, '--url', `http://${host}:${port}`, '--state-dir', stateFolder];
        const { code, stderr } = await callGatewright(root, words);
        expect([code, stderr]).toEqual([
          2,
          expect.stringMatching(/only on the gateway's own machine|admin listener|address/),
        ]);
        expect(stderr).not.toContain('xxx');
      }
    expect(asked).toEqual([]);
  });

  test(
    'is refused without the key, by another name of the machine, and by way of a proxy',
    full,
    async () => {
      const { root, gateways } = await serve('state: { store: memory }\n');
      const { adminUrl } = gateways[0]!;
      await logIn(gateways[0]!, 'ada');
      const key = await readFile(join(root, '.gatewright', 'admin-key'), 'utf8');
      const statuses = async (headers: Readonly<Record<string, string>>, query = '?all=true') =>
        Promise.all(
          (
            [
              ['GET', 'grants'],
              ['POST', `grants/revoke${query}`],
            ] as const
          ).map(async ([method, path]) => {
            const answer = await request(`${adminUrl}/${path}`, { method, headers });
            await answer.body.dump();
            return answer.statusCode;
          }),
        );
      const authorization = `Bearer ${key}`;
      expect(await statuses({})).toEqual([401, 401]);
      expect(await statuses({ authorization: 'Bearer ' })).toEqual([401, 401]);
      expect(await statuses({ authorization: `Basic ${key}` })).toEqual([401, 401]);
      expect(await statuses({ authorization, host: 'rebound.example.net' })).toEqual([403, 403]);
      expect(await statuses({ authorization, 'x-forwarded-for': '127.0.0.1' })).toEqual([403, 403]);
      expect(await statuses({ authorization }, '')).toEqual([200, 400]);
      expect(await statuses({ authorization }, '?all=yes')).toEqual([200, 400]);
      expect(await statuses({ authorization })).toEqual([200, 200]);
    },
  );

  test.each([
    [['list'], 'url'],
    [['revoke', '--url', 'http://127.0.0.1:1'], 'Name --id, --user or --application, or --all alone.'],
    [
      ['revoke', '--url', 'http://127.0.0.1:1', '--all', '--user', 'ada'],
      'Name --id, --user or --application, or --all alone.',
    ],
  ])('says what is missing: %s', async (words, message) => {
    const { root } = await writeSources();
    const { code, stderr } = await callGatewright(root, ['grants', ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
