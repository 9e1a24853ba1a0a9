// @module-tag full
import { describe, expect, onTestFinished, test } from 'vitest';
import { revokeUntilNow, type Holder } from '#runtime/oauth/revoke-until-now.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { defineTable, openAuthorization, passwordOfAlice } from './authorization-in-test.ts';
import { BrowserInTest } from './authorize/browser-in-test.ts';
import { allow, alicesPassword, answerIn, fillIn, requestOf } from './authorize/flow-in-test.ts';

/** Two gateways on one store, whose clocks are some seconds apart. */
async function open(apart: number) {
  let now = 1_800_000_000_400;
  const store: TokenStore = createMemoryStore(() => now);
  const openOne = async (ahead: number) => {
    const gateway = await openAuthorization(defineTable(), {
      clock: () => now + ahead * 1000,
      wrapStore: () => store,
    });
    onTestFinished(() => gateway.close());
    return gateway;
  };
  return { issuer: await openOne(apart), other: await openOne(0), wait: (ms: number) => (now += ms) };
}

type Gateway = Awaited<ReturnType<typeof open>>['issuer'];

const logIn = async (gateway: Gateway) => {
  const login = { grant_type: 'password', username: 'alice', password: passwordOfAlice };
  return (await gateway.token('Web-production', login)).json;
};
const isActive = async (gateway: Gateway, token: unknown) =>
  (await gateway.introspect('Web-production', { token: String(token) })).json['active'];
const revoke = (gateway: Gateway, holder: Holder) => {
  const { store, mint, authorizationState } = gateway.server();
  const { revocations } = authorizationState;
  const revoking = {
    store,
    revocations,
    clock: mint.clock,
    refreshLifetimeSeconds: 86_400,
    revoked: () => undefined,
  };
  return revokeUntilNow(revoking, [holder]);
};

const holders: readonly Holder[] = [
  {},
  { subject: 'user:alice' },
  { clientId: 'Web-production' },
  { subject: 'user:alice', clientId: 'Web-production' },
];

describe.each([-9, -3, 0, 3, 9])('with a clock that is %i seconds ahead of the one that revokes', (apart) => {
  test.each(holders)(
    'everything issued until now to %j ends, and nothing issued afterwards',
    async (holder) => {
      const { issuer, other, wait } = await open(apart);
      const before = await logIn(issuer);
      await revoke(other, holder);
      for (const gateway of [issuer, other])
        expect(await isActive(gateway, before['access_token'])).toBe(false);
      expect((await issuer.refresh('Web-production', before['refresh_token'])).status).toBe(400);
      for (const at of [issuer, other]) {
        const after = await logIn(at);
        for (const gateway of [issuer, other])
          expect(await isActive(gateway, after['access_token'])).toBe(true);
        expect((await other.refresh('Web-production', after['refresh_token'])).status).toBe(200);
      }
      wait(20_000);
      for (const gateway of [issuer, other])
        expect(await isActive(gateway, before['access_token'])).toBe(false);
    },
  );
});

const pairs = holders.flatMap((first) => holders.map((second) => [first, second] as const));

describe.each([-9, -3, 0, 3, 9])('with clocks that are %i seconds apart', (apart) => {
  test.each(pairs)(
    'who logs in after %j was revoked keeps nothing when %j is revoked by the other',
    async (first, second) => {
      const { issuer, other, wait } = await open(apart);
      await revoke(issuer, first);
      wait(1000);
      const logins = [await logIn(issuer), await logIn(other)];
      wait(4000);
      await revoke(other, second);
      for (const login of logins) {
        for (const gateway of [issuer, other])
          expect(await isActive(gateway, login['access_token'])).toBe(false);
        expect((await issuer.refresh('Web-production', login['refresh_token'])).status).toBe(400);
      }
      const after = await logIn(other);
      for (const gateway of [issuer, other])
        expect(await isActive(gateway, after['access_token'])).toBe(true);
    },
  );
});

test('a user who removes access logs in again at once, and has another grant', async () => {
  const { issuer, other } = await open(3);
  const browser = new BrowserInTest(issuer.url);
  await allow(browser);
  await revoke(other, { subject: 'user:alice', clientId: 'Web-production' });
  const page = await browser.visit(requestOf());
  expect(page.heading).toBe('Log in to Web');
  const consent = await browser.follow(await fillIn(browser, page, alicesPassword));
  const { location } = await fillIn(browser, consent, { decision: 'allow' });
  const { json } = await other.exchange('Web-production', answerIn(location)['code'] ?? '');
  expect(await isActive(other, json['access_token'])).toBe(true);
  expect(answerIn((await browser.visit(requestOf())).location)['code']).toBeDefined();
});
