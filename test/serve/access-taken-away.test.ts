// @module-tag full
import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { eventually } from '../eventually.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { consumerKey, fetchToken, secret, send, start } from './running-gateway.ts';

const gatewayFile = 'gateway.config.yaml';
const api = 'apis/dog_park/v1/api.yaml';
const definition = 'apis/dog_park/v1/openapi.yaml';
const oldApi = 'apis/dog_park/v0/api.yaml';
const subscriptions = 'apis/dog_park/v1/subscriptions.yaml';
const upstreamKey = 'secrets/upstream_key';
const application = 'applications/dog_walker.yaml';

type Sources = Readonly<Record<string, string>>;

/** A version that sends its callers to another one, limits and scopes by operation, and an application with every reference. */
function sourcesOn(upstreamUrl: string): Sources {
  const text = (file: string) => cleanSources[file] ?? '';
  const digest = createHash('sha256').update(secret).digest('hex');
  const apiText = text(api).replace('https://dogs.internal.example.edu', upstreamUrl);
  const auth = `auth: { header: { name: X-Key, value: { fromFile: ${upstreamKey} } } }`;
  const withKey = apiText.replace(upstreamUrl, `${upstreamUrl}, ${auth}`);
  return {
    // First, so that it is there before it is named.
    [upstreamKey]: 'an upstream key',
    ...cleanSources,
    [gatewayFile]: `${text(gatewayFile).replace('https://gateway.example.edu', 'https://localhost:8243')}sources: ['{apis,applications}/**/*.yaml', tiers.yaml, 'users/*.yaml', 'providers/*.yaml']\n`,
    [api]: `${withKey}operationLimits: { showDogs: { requests: 100, unit: minute } }\ncors: { allowOrigins: [https://walker.example.edu] }\n`,
    [definition]: text(definition)
      .replace('summary: Lists the dogs.', 'summary: Lists the dogs.\n      operationId: showDogs')
      .replace(
        'summary: Registers a dog.',
        'summary: Registers a dog.\n      security: [{ gateway: [dogs:write] }]',
      )
      .replace(
        'components:\n',
        'components:\n  securitySchemes:\n    gateway: { type: http, scheme: bearer }\n',
      ),
    [oldApi]: apiText
      .replace('version: v1', 'version: v0')
      .replace('published', 'deprecated\ndeprecation: { since: 2026-01-31, successor: DogPark/v1 }')
      .replace('./openapi', '../v1/openapi'),
    [subscriptions]: `${text(subscriptions)}scopes: [dogs:write]\n---\n${text(subscriptions).replace('v1', 'v0')}since: 2026-01-01\n`,
    [application]: text(application)
      .replace('type: web', 'type: web\nidentityProviders: [campus]')
      .replace(
        '[client_credentials, authorization_code]',
        '[client_credentials, authorization_code, refresh_token]',
      )
      .replace('0'.repeat(64), digest),
    'providers/campus.yaml':
      'kind: IdentityProvider\nname: campus\ntype: ldap\nurl: ldaps://ldap.example.edu\nsearchBase: ou=people,dc=example,dc=edu\n',
  };
}

async function openSources(upstreamUrl: string) {
  const root = await makeTestFolder();
  const elsewhere = await makeTestFolder();
  const sources = sourcesOn(upstreamUrl);
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(elsewhere, 'whole'), text);
    await rename(join(elsewhere, 'whole'), join(root, file));
  };
  const restore = async () => {
    for (const [file, text] of Object.entries(sources)) await write(file, text);
  };
  await restore();
  const edit = (file: string, from: string | RegExp, to: string) =>
    write(file, (sources[file] ?? '').replace(from, to));
  return { root, edit, restore, remove: (path: string) => rm(join(root, path), { recursive: true }) };
}

type Opened = Awaited<ReturnType<typeof openSources>>;

interface Way {
  /** `isServed` waits until the first part of the change is served. */
  readonly change: (sources: Opened, isServed: () => Promise<void>) => Promise<unknown>;
  /** Of calls of the newer version and of the deprecated one, and of a request for a token. */
  readonly call: number;
  readonly oldCall: number;
  readonly token: number;
}

const all = { call: 200, oldCall: 200, token: 200 };
const none = { call: 403, oldCall: 403, token: 401 };

const ways: Readonly<Record<string, Way>> = {
  'the version that another names as its successor is blocked': {
    ...all,
    change: ({ edit }) => edit(api, 'published', 'blocked'),
    call: 503,
  },
  'that version is retired': { ...all, change: ({ edit }) => edit(api, 'published', 'retired'), call: 410 },
  'the version is blocked, and the secret of its upstream is removed': {
    ...all,
    change: async ({ edit, remove }, isServed) => {
      await edit(api, 'published', 'blocked');
      // A reload that has read the declaration before would miss the secret.
      await isServed();
      await remove(upstreamKey);
    },
    call: 503,
  },
  'the version is retired, and the secret of its upstream is removed': {
    ...all,
    change: async ({ edit, remove }, isServed) => {
      await edit(api, 'published', 'retired');
      await isServed();
      await remove(upstreamKey);
    },
    call: 410,
  },
  'that version is not published any more': {
    ...all,
    change: ({ edit }) => edit(api, 'published', 'created'),
    call: 404,
  },
  'that version is blocked, and its endpoints are removed': {
    ...all,
    change: ({ edit }) =>
      edit(
        api,
        /published[^]*?\noperationLimits/,
        'blocked\nowner: parks-team\ndefinition: ./openapi.yaml\noperationLimits',
      ),
    call: 503,
  },
  'the declaration of that version is removed': { ...all, change: ({ remove }) => remove(api), call: 404 },
  'the deprecated version is blocked': {
    ...all,
    change: ({ edit }) => edit(oldApi, 'deprecated\n', 'blocked\n'),
    oldCall: 503,
  },
  'the deprecated version is not published any more': {
    ...all,
    change: ({ edit }) => edit(oldApi, 'deprecated\n', 'created\n'),
    oldCall: 404,
  },
  'an operation with a limit is removed': {
    ...all,
    change: ({ edit }) => edit(definition, '  /dogs:\n', '  /cats:\n'),
    call: 404,
    oldCall: 404,
  },
  'an operation with a limit has another name': {
    ...all,
    change: ({ edit }) => edit(definition, 'operationId: showDogs', 'operationId: listDogs'),
  },
  'an operation with a scope is removed': {
    ...all,
    change: ({ edit }) => edit(definition, '[{ gateway: [dogs:write] }]', '[{ gateway: [dogs:own] }]'),
  },
  'the only origin of scripts is removed': {
    ...all,
    change: ({ edit }) => edit(api, '[https://walker.example.edu]', '[]'),
  },
  'the application is removed': { ...none, change: ({ remove }) => remove(application) },
  'the key set is removed': {
    ...none,
    change: ({ edit }) => edit(application, /keys:[^]*/, ''),
  },
  'the only secret is removed': {
    ...all,
    change: ({ edit }) => edit(application, '    secretDigests: [', '    secretDigests: [] # ['),
    token: 401,
  },
  'all grants are removed': {
    ...all,
    change: ({ edit }) => edit(application, 'grants: [', 'grants: [] # ['),
    token: 400,
  },
  'the grant that yields refresh tokens is removed': {
    ...all,
    change: ({ edit }) => edit(application, ' authorization_code,', ''),
  },
  'the only callback URL is removed': {
    ...all,
    change: ({ edit }) => edit(application, 'callbackUrls: [', 'callbackUrls: [] # ['),
  },
  'the only identity provider of an application is removed': {
    ...all,
    change: ({ remove }) => remove('providers/campus.yaml'),
  },
  'an application has users of no provider any more': {
    ...all,
    change: ({ edit }) => edit(application, 'identityProviders: [campus]', 'identityProviders: []'),
  },
  'the only user is removed': { ...all, change: ({ remove }) => remove('users/ada.yaml') },
  'the tier is removed': { ...all, change: ({ remove }) => remove('tiers.yaml'), call: 403, oldCall: 403 },
  'a subscription is blocked': {
    ...all,
    change: ({ edit }) => edit(subscriptions, 'scopes:', 'state: blocked\nscopes:'),
    call: 403,
  },
  'all subscriptions are removed': {
    ...all,
    change: ({ remove }) => remove(subscriptions),
    call: 403,
    oldCall: 403,
  },
};

async function serve() {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const sources = await openSources(upstream.url);
  const gateway = await start({ root: sources.root, plainHttp: true });
  const { gatewayUrl } = gateway;
  const statusOf = async (path: string, token: string) =>
    (await send(`${gatewayUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  /** The results of calls with a token, and of a request for another one. */
  const look = async (token: string) => ({
    call: await statusOf('/dog_park/v1/dogs', token),
    oldCall: await statusOf('/dog_park/v0/dogs', token),
    token: await askForToken(gatewayUrl),
  });
  return { ...gateway, sources, look };
}

async function askForToken(gatewayUrl: string): Promise<number> {
  const basic = Buffer.from(`${consumerKey}:${secret}`).toString('base64');
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = 'grant_type=client_credentials';
  return (await send(`${gatewayUrl}/token`, { method: 'POST', headers, body })).status;
}

test('every way of taking access away is served', async () => {
  const { gatewayUrl, sources, look, events } = await serve();
  const found: Record<string, unknown> = {};
  // Several files may be read in one reload or in two, so the table that is served says which state this is.
  const served = () => events.flatMap((event) => ('digest' in event ? [event.digest] : [])).at(-1);
  const hasFailed = () => events.some(({ type }) => type === 'reload-failed');
  const whole = served();
  for (const [name, { change, ...expected }] of Object.entries(ways)) {
    const token = await fetchToken(gatewayUrl);
    const isServed = () => eventually(() => expect(served() !== whole || hasFailed()).toBe(true));
    await change(sources, isServed);
    await isServed();
    await eventually(async () => expect((found[name] = await look(token))).toEqual(expected)).catch(
      () => undefined,
    );
    await sources.restore();
    await eventually(() => expect(served()).toBe(whole));
  }
  const expected = Object.entries(ways).map(([name, { call, oldCall, token }]) => [
    name,
    { call, oldCall, token },
  ]);
  expect(found).toEqual(Object.fromEntries(expected));
  expect(events.filter(({ type }) => type === 'reload-failed')).toEqual([]);
  // Settings without effect are reported, once.
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
  expect(warnings.filter((message) => message.includes('has no operation `showDogs`.'))).toHaveLength(1);
});
