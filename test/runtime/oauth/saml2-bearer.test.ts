import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManifestApplication } from '#compiled/manifest.ts';
import type { SamlProvider } from '#compiled/settings/identity-providers.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { openGateway, type CallInTest, type GatewayInTest } from '../gateway-in-test.ts';
import {
  at,
  certify,
  confirmBearer,
  declareUser,
  encode,
  keys,
  makeAssertion,
  now,
  otherKeys,
  otherTokenUrl,
  provider,
  sign,
} from '../identity/saml/assertion-in-test.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  secret,
  subscribe,
  type TableInTest,
} from '../table-builder.ts';
import { alice } from './authorization-in-test.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:saml2-bearer';
const basic = (id: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
let gateway: GatewayInTest;
let upstream: UpstreamInTest;
let clock = now * 1000;
let made = 0;
/** What claiming an assertion takes, in milliseconds. */
let claimTakes = 0;

const defineWeb = (name: string, changes: Partial<ManifestApplication> = {}): ManifestApplication => ({
  ...defineApplication(name, 'web', [grantType]),
  ...changes,
});

const declaredProvider = {
  ...provider,
  certificates: [{ fromEnv: 'OLD_CERTIFICATE' }, { fromEnv: 'CERTIFICATE' }],
};

function defineTable(changes: Partial<TableInTest> = {}) {
  return buildTable({
    apis: [defineApi({ endpoints: { production: { targets: [upstream.url] } } })],
    applications: [
      defineWeb('Portal'),
      defineWeb('Choosy', { identityProviders: ['users'] }),
      defineApplication('Service'),
      defineApplication('Page', 'single-page', [grantType]),
    ],
    subscriptions: [subscribe('Portal')],
    identityProviders: [declaredProvider],
    ...changes,
  });
}

beforeAll(async () => {
  upstream = await openUpstream('dogs');
  gateway = await openGateway(defineTable(), {
    clock: () => clock,
    wrapStore: (store) => {
      const claim: TokenStore['claim'] = store.claim.bind(store);
      const claimLate: TokenStore['claim'] = (identifier, until) => {
        clock += claimTakes;
        return claim(identifier, until);
      };
      return Object.assign(store, { claim: claimLate });
    },
    secrets: { OLD_CERTIFICATE: certify(otherKeys.privateKey), CERTIFICATE: certify(keys.privateKey) },
  });
});

beforeEach(() => {
  clock = now * 1000;
  claimTakes = 0;
  gateway.audited.length = 0;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** An assertion that was not used yet, in base64url. */
function newAssertion(confirmations?: string, nameId?: string): string {
  made += 1;
  const attributes = `ID="_e${made}" IssueInstant="${at(-5)}" Version="2.0"`;
  const parts = {
    attributes,
    ...(confirmations !== undefined && { confirmations }),
    ...(nameId !== undefined && { nameId }),
  };
  return encode(sign(makeAssertion(parts)));
}

async function ask(
  parameters: Readonly<Record<string, string>>,
  {
    as = 'Portal-production',
    url = '/oauth2/token',
    ...more
  }: CallInTest & { as?: string; url?: string } = {},
) {
  const body = new URLSearchParams({ grant_type: grantType, ...parameters }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    ...(as !== '' && { authorization: basic(as) }),
    ...more.headers,
  };
  const { status, text } = await gateway.call(url, { method: 'POST', headers, body });
  return { status, json: JSON.parse(text) as Record<string, unknown> };
}

const refusedWith = (reason: string) => ({
  event: 'request_refused',
  endpoint: 'token',
  refused: 'assertion_refused',
  reason,
  clientId: 'Portal-production',
  address: '127.0.0.1',
});

const coarse = {
  status: 400,
  json: {
    error: 'invalid_grant',
    error_description: 'The assertion is not valid: the audit log of the gateway says why.',
    message: 'The assertion is not valid: the audit log of the gateway says why.',
  },
};
const usedBefore = 'The assertion was already used.';

describe('an assertion', () => {
  test('of a declared user is good for a token until the name has another password', async () => {
    const rex = { ...alice, name: 'rex@campus.example' };
    const identityProviders = [{ ...declaredProvider, onlyDeclaredUsers: true }];
    await gateway.swap(defineTable({ users: [rex], identityProviders }));
    const { json } = await ask({ assertion: newAssertion() });
    const headers = { authorization: `Bearer ${String(json['access_token'])}` };
    expect(await gateway.call('/dog_park/v1/dogs', { headers })).toMatchObject({ status: 200 });
    const successor = {
      ...rex,
      // The last character contains bits that base64 leaves unused, so the one before it changes.
      passwordDigest: rex.passwordDigest.replace(/.(?=.$)/, (one) => (one === 'A' ? 'B' : 'A')),
    };
    await gateway.swap(defineTable({ users: [successor], identityProviders }));
    expect(await gateway.call('/dog_park/v1/dogs', { headers })).toMatchObject({ status: 403 });
    await gateway.swap(defineTable());
  });

  test('is good for a token of its user, without a refresh token, which calls an API', async () => {
    const { status, json } = await ask({ assertion: newAssertion() });
    const token = String(json['access_token']);
    expect({ status, json }).toEqual({
      status: 200,
      json: { access_token: token, token_type: 'Bearer', expires_in: 300 },
    });
    const subject = 'user:campus/rex@campus.example';
    const { jti, ...claims } = decodeJwt(token);
    expect(claims).toEqual({
      iss: 'https://keys.example.edu',
      aud: 'https://gateway.example.edu',
      sub: subject,
      client_id: 'Portal-production',
      key_set: 'production',
      iat: now,
      exp: now + 300,
      idp: 'campus',
      user_binding: expect.stringMatching(/^[\w-]{22}$/) as string,
    });
    expect(gateway.audited).toEqual([
      {
        event: 'token_issued',
        grantType,
        clientId: 'Portal-production',
        subject,
        scopes: [],
        grantId: jti,
        address: '127.0.0.1',
      },
    ]);
    const call = { headers: { authorization: `Bearer ${token}` } };
    expect(await gateway.call('/dog_park/v1/dogs', call)).toMatchObject({ status: 200 });
    clock += 300_000;
    expect(await gateway.call('/dog_park/v1/dogs', call)).toMatchObject({ status: 403 });
  });

  test('is delivered to one token URL and not to the other', async () => {
    const forOther = () =>
      newAssertion(confirmBearer(`NotOnOrAfter="${at(300)}" Recipient="${otherTokenUrl}"`));
    expect(await ask({ assertion: forOther() }, { url: '/token' })).toMatchObject({ status: 200 });
    expect(await ask({ assertion: newAssertion() }, { url: '/token' })).toEqual(coarse);
    expect(await ask({ assertion: forOther() })).toEqual(coarse);
    const headers = { host: 'gateway.example.edu', 'x-forwarded-host': 'gateway.example.edu' };
    expect(await ask({ assertion: forOther() }, { headers })).toEqual(coarse);
    expect(gateway.audited).toMatchObject([
      { event: 'token_issued' },
      refusedWith(`The Recipient is not the URL that the assertion was sent to: ${otherTokenUrl}.`),
      refusedWith(
        'The Recipient is not the URL that the assertion was sent to: https://keys.example.edu/oauth2/token.',
      ),
      refusedWith(
        'The Recipient is not the URL that the assertion was sent to: https://keys.example.edu/oauth2/token.',
      ),
    ]);
  });

  test('is used once, also by another client', async () => {
    const assertion = newAssertion();
    expect(await ask({ assertion })).toMatchObject({ status: 200 });
    expect(await ask({ assertion })).toEqual(coarse);
    expect(await ask({ assertion }, { as: 'Portal-sandbox' })).toEqual(coarse);
    expect(gateway.audited.slice(1)).toEqual([
      refusedWith(usedBefore),
      { ...refusedWith(usedBefore), clientId: 'Portal-sandbox' },
    ]);
  });

  test('is used once, however it is spelled, and however late it still is good', async () => {
    const text = Buffer.from(newAssertion(), 'base64url').toString();
    expect(await ask({ assertion: encode(text) })).toMatchObject({ status: 200 });
    expect(await ask({ assertion: encode(`<?xml version="1.0"?>${text}`) })).toEqual(coarse);
    clock += 329_000;
    expect(await ask({ assertion: encode(`${text}\n`) })).toEqual(coarse);
    clock += 1000;
    expect(await ask({ assertion: encode(text) })).toEqual(coarse);
    expect(gateway.audited.slice(1)).toEqual([
      refusedWith(usedBefore),
      refusedWith(usedBefore),
      refusedWith('The assertion has expired.'),
    ]);
  });

  test('is used once by whoever comes first of many', async () => {
    const assertion = newAssertion();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ assertion })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toEqual(Array.from({ length: 7 }, () => coarse));
  });

  test('is not used up by a request that is refused for something else', async () => {
    const assertion = newAssertion();
    expect(await ask({ assertion, scope: 'dogs:write' })).toMatchObject({ json: { error: 'invalid_scope' } });
    expect(await ask({ assertion }, { url: '/token' })).toEqual(coarse);
    expect(await ask({ assertion }, { as: 'Choosy-production' })).toEqual(coarse);
    expect(await ask({ assertion })).toMatchObject({ status: 200 });
  });
});

describe('refused is', () => {
  test('an application that does not allow the provider', async () => {
    expect(await ask({ assertion: newAssertion() }, { as: 'Choosy-production' })).toEqual(coarse);
    const reason = 'The application does not allow users of the identity provider.';
    expect(gateway.audited).toEqual([{ ...refusedWith(reason), clientId: 'Choosy-production' }]);
  });

  test('an application that does not declare the grant', async () => {
    const answer = await ask({ assertion: newAssertion() }, { as: 'Service-production' });
    expect(answer).toMatchObject({ status: 400, json: { error: 'unauthorized_client' } });
  });

  test('a client without a secret', async () => {
    const assertion = newAssertion();
    expect(await ask({ assertion, client_id: 'Page-production' }, { as: '' })).toMatchObject({
      json: { error: 'unauthorized_client' },
    });
    expect(await ask({ assertion, client_id: 'Portal-production' }, { as: '' })).toMatchObject({
      status: 401,
    });
    expect(await ask({ assertion }, { as: '' })).toMatchObject({ status: 401 });
  });

  test.each([
    ['no assertion', {}],
    ['an empty assertion', { assertion: '' }],
  ])('%s', async (_what, parameters) => {
    expect(await ask(parameters)).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  test('an assertion twice', async () => {
    const body = `grant_type=${grantType}&assertion=${newAssertion()}&assertion=${newAssertion()}`;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic('Portal-production'),
    };
    const { status, text } = await gateway.call('/oauth2/token', { method: 'POST', headers, body });
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining('invalid_request') });
  });

  test('one that runs out while it is claimed', async () => {
    claimTakes = 3_600_000;
    expect(await ask({ assertion: newAssertion() })).toEqual(coarse);
    expect(gateway.audited).toEqual([refusedWith('The assertion expired while it was being processed.')]);
  });

  test('whatever is wrong in the same words, with the reason in the audit log alone', async () => {
    const text = Buffer.from(newAssertion(), 'base64url').toString();
    const attacks = [
      'not XML',
      text.replace('rex@', 'admin@'),
      text.replace('</saml:NameID>', '<!----></saml:NameID>'),
    ];
    for (const attack of attacks) expect(await ask({ assertion: encode(attack) })).toEqual(coarse);
    expect(await ask({ assertion: text })).toEqual(coarse);
    expect(gateway.audited).toEqual([
      refusedWith('The assertion is not an XML document.'),
      refusedWith('The signature does not verify with any certificate of the provider.'),
      refusedWith(
        'The assertion has a document type, a comment, a CDATA section or a processing instruction.',
      ),
      refusedWith('The assertion is not base64url without padding.'),
    ]);
  });
});

test('A token of a declared user ends with the right of the single sign-on server that vouched for the user.', async () => {
  const onlyDeclared = { ...declaredProvider, onlyDeclaredUsers: true };
  const users = [{ ...declareUser('rex'), passwordDigest: await hashArgon2id('a password of the tests') }];
  const serve = (portal: Partial<ManifestApplication>, changes: Partial<SamlProvider> = {}) =>
    gateway.swap(
      defineTable({
        applications: [defineWeb('Portal', portal)],
        identityProviders: [{ ...onlyDeclared, ...changes }],
        users,
      }),
    );
  await serve({});
  const { json } = await ask({ assertion: newAssertion(undefined, '<saml:NameID>rex</saml:NameID>') });
  const token = String(json['access_token']);
  expect(decodeJwt(token)).toMatchObject({ sub: 'user:rex', idp: 'campus' });
  const callAfter = async (served: Promise<void>) => {
    await served;
    return (await gateway.call('/dog_park/v1/dogs', { headers: { authorization: `Bearer ${token}` } }))
      .status;
  };
  expect(await callAfter(serve({}))).toBe(200);
  expect(await callAfter(serve({ identityProviders: ['campus'] }))).toBe(200);
  expect(await callAfter(serve({ identityProviders: ['users'] }))).toBe(403);
  expect(await callAfter(serve({}, { name: 'other' }))).toBe(403);
  await gateway.swap(defineTable());
});

test('An assertion is known by what the store has never seen: its digest.', async () => {
  const assertion = newAssertion();
  expect(await ask({ assertion })).toMatchObject({ status: 200 });
  const identifier = createHash('sha256')
    .update(JSON.stringify([provider.issuer, `_e${made}`]))
    .digest('hex');
  expect(await gateway.store.claim(`sha256:${identifier}`, now + 1000)).toBe(false);
});

test('None of this is a program error of the gateway.', () => {
  expect(gateway.faults).toEqual([]);
});
