// @module-tag full
import { randomUUID } from 'node:crypto';
import { readFile, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import {
  bearer,
  certify,
  encode,
  issuer,
  keys,
  limit,
  makeAssertion,
  restrictTo,
  sign,
} from '../runtime/identity/saml/assertion-in-test.ts';
import { BrowserInTest } from '../runtime/oauth/authorize/browser-in-test.ts';
import { consumerKey, secret, send, start, writeSources } from './running-gateway.ts';

const password = 'correct horse battery staple';
const callback = 'https://walker.example.edu/callback';
const samlGrant = 'urn:ietf:params:oauth:grant-type:saml2-bearer';

type Entry = Readonly<Record<string, unknown>>;

/** The entries of the audit log of a gateway; it is whole once the gateway is closed. */
async function readAudit(root: string): Promise<readonly Entry[]> {
  const text = await readFile(join(root, '.gatewright/audit.jsonl'), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry);
}

/** A gateway whose one application may do everything, with a user and a single sign-on server. */
async function serve() {
  const { root, write } = await writeSources();
  const digest = await hashArgon2id(password);
  await write('users/ada.yaml', () => `kind: User\nname: ada\npasswordDigest: ${digest}\n`);
  await write('certs/campus.pem', () => certify(keys.privateKey));
  await write(
    'identity-providers/campus.yaml',
    () =>
      `kind: IdentityProvider\nname: campus\ntype: saml\nissuer: ${issuer}\ncertificates: [{ fromFile: certs/campus.pem }]\n`,
  );
  await write('applications/dog_walker.yaml', (text) =>
    text.replace(
      /grants: .*/,
      `grants: [client_credentials, authorization_code, refresh_token, password, '${samlGrant}']`,
    ),
  );
  const gateway = await start({ root, plainHttp: true });
  const post = (path: string, form: Readonly<Record<string, string>>, clientSecret = secret) => {
    const authorization = `Basic ${Buffer.from(`${consumerKey}:${clientSecret}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return send(`${gateway.gatewayUrl}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form).toString(),
    });
  };
  return { ...gateway, root, write, post };
}

/** Logs in and consents as a person does; the code, and everything secret that was seen on the way. */
async function fetchCode(gatewayUrl: string) {
  const browser = new BrowserInTest(gatewayUrl);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: consumerKey,
    redirect_uri: callback,
  });
  const login = await browser.visit(`/authorize?${query.toString()}`);
  const submit = (page: typeof login, more: Readonly<Record<string, string>>) => {
    const [form] = page.forms;
    return browser.submit(form?.action ?? '', { ...form?.fields, ...more }, { origin: gatewayUrl });
  };
  const consent = await browser.follow(await submit(login, { username: 'ada', password }));
  const done = await submit(consent, { decision: 'allow' });
  const sealed = [login, consent].flatMap(({ forms }) => Object.values(forms[0]?.fields ?? {}));
  const code = URL.parse(done.location)?.searchParams.get('code') ?? '';
  return { code, seen: [code, ...sealed, ...browser.cookies.values()] };
}

function makeSamlAssertion(tokenUrl: string): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const times = `NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"`;
  const data = `<saml:SubjectConfirmationData NotOnOrAfter="${at(300)}" Recipient="${tokenUrl}"/>`;
  const assertion = makeAssertion({
    attributes: `ID="_${randomUUID()}" IssueInstant="${at(-5)}" Version="2.0"`,
    confirmations: `<saml:SubjectConfirmation Method="${bearer}">${data}</saml:SubjectConfirmation>`,
    conditions: limit(restrictTo(tokenUrl), times),
    statements: `<saml:AuthnStatement AuthnInstant="${at(-60)}"/>`,
  });
  return encode(sign(assertion));
}

/** The secrets in an answer of a token endpoint. */
const tokensOf = ({ json }: { readonly json: Entry }): readonly string[] =>
  [json['access_token'], json['refresh_token']].filter((value): value is string => typeof value === 'string');

test('every grant, refusal and revocation is in the audit log, and no secrets', async () => {
  const { root, gatewayUrl, post, close } = await serve();
  const tokenUrl = `${gatewayUrl}/token`;
  const assertion = makeSamlAssertion(tokenUrl);
  const wrong = 'not-the-password-of-ada';
  const own = await post('/token', { grant_type: 'client_credentials' });
  const byPassword = await post('/token', { grant_type: 'password', username: 'ada', password });
  const bySaml = await post('/token', { grant_type: samlGrant, assertion });
  const { code, seen } = await fetchCode(gatewayUrl);
  const byCode = await post('/token', { grant_type: 'authorization_code', code, redirect_uri: callback });
  const [, first = ''] = tokensOf(byCode);
  const refreshed = await post('/token', { grant_type: 'refresh_token', refresh_token: first });
  const good = [own, byPassword, bySaml, byCode, refreshed];
  expect(good.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const bad = [
    await post('/token', { grant_type: 'client_credentials' }, 'wrong-secret-of-the-client'),
    await post('/token', { grant_type: 'password', username: 'ada', password: wrong }),
    await post('/token', { grant_type: 'password', username: wrong, password }),
    await post('/token', { grant_type: samlGrant, assertion }),
    await post('/token', { grant_type: 'authorization_code', code, redirect_uri: callback }),
  ];
  expect(bad.map(({ status }) => status)).toEqual([401, 400, 400, 400, 400]);
  await post('/oauth2/introspect', { token: tokensOf(own)[0] ?? '' });
  await send(`${gatewayUrl}/oauth2/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: consumerKey,
      client_secret: secret,
      token: tokensOf(byPassword)[0] ?? '',
    }).toString(),
  }).catch(() => undefined);
  await close();

  const entries = await readAudit(root);
  const issued = entries.filter(({ event }) => event === 'token_issued');
  expect(issued.map(({ grantType }) => grantType)).toEqual([
    'client_credentials',
    'password',
    samlGrant,
    'authorization_code',
    'refresh_token',
  ]);
  expect(issued.map((entry) => Object.keys(entry).toSorted())).toEqual(
    issued.map(() => ['address', 'clientId', 'event', 'grantId', 'grantType', 'scopes', 'subject', 'time']),
  );
  const count = (name: string) => entries.filter(({ event }) => event === name).length;
  expect({ loaded: count('loaded'), in: count('login_succeeded'), out: count('login_failed') }).toEqual({
    loaded: 1,
    in: 2,
    out: 2,
  });
  expect(entries.filter(({ event }) => event === 'request_refused')).toHaveLength(bad.length);
  expect(count('token_revoked')).toBeGreaterThanOrEqual(2);
  expect(count('consent_given')).toBe(1);

  const text = await readFile(join(root, '.gatewright/audit.jsonl'), 'utf8');
  const secrets = [
    ...good.flatMap(tokensOf),
    ...seen,
    secret,
    password,
    wrong,
    assertion,
    'wrong-secret-of-the-client',
  ];
  expect(secrets.length).toBeGreaterThan(14);
  const parts = secrets.flatMap((value) => [value, ...value.split('.')]).filter((part) => part.length > 12);
  expect(parts.filter((part) => text.includes(part))).toEqual([]);
});

test('reloads are in the audit log, those too that fail', async () => {
  const { root, write, sees, close } = await serve();
  await write('tiers.yaml', (text) => text.replace('1000', '2000'));
  const reloaded = await sees('reloaded');
  await write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
  await sees('reload-failed');
  await close();
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await readAudit(root)).toEqual([
    { time, event: 'loaded', digest: expect.stringMatching(/^sha256:/) },
    { time, event: 'reloaded', digest: 'digest' in reloaded && reloaded.digest },
    { time, event: 'reload_failed', message: 'The sources have 1 error.' },
  ]);
});

describe.skipIf(!existsSync('/dev/full'))('where the disk is full (skipped without /dev/full)', () => {
  test('the gateway serves, and warns once', async () => {
    const { root } = await writeSources();
    const stateFolder = await makeTestFolder();
    await symlink('/dev/full', join(stateFolder, 'audit.jsonl'));
    const { gatewayUrl, events } = await start({ root, plainHttp: true, stateFolder });
    const body = 'grant_type=client_credentials';
    const headers = {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const ask = () => send(`${gatewayUrl}/token`, { method: 'POST', headers, body });
    const warnings = () => events.filter(({ type }) => type === 'warning');
    await eventually(() => expect(warnings()).toHaveLength(1));
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    await rm(join(stateFolder, 'audit.jsonl'));
    const count = async () =>
      (await readFile(join(stateFolder, 'audit.jsonl'), 'utf8').catch(() => '')).split('\n').length - 1;
    await eventually(async () => expect(await count()).toBe(3));
    expect(warnings()).toEqual([
      {
        type: 'warning',
        message: `The audit log ${join(stateFolder, 'audit.jsonl')} cannot be written (the disk is full): events are buffered in memory, and dropped if there are too many.`,
      },
    ]);
  });
});
