import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../full-run.ts';
import { defineTable, openAuthorization, type AuthorizationInTest } from './authorization-in-test.ts';

const clients = ['Web-production', 'Other-production'] as const;
const start = 1_800_000_000;

interface Grant {
  readonly owner: string;
  readonly code: string;
  readonly issuedAt: number;
  isRedeemed: boolean;
  isRevoked: boolean;
  /** The newest last. */
  readonly refreshTokens: string[];
  rotatedAt: number;
  usedAt: number;
  readonly accessTokens: { readonly token: string; readonly expiresAt: number }[];
}

/** What should come of each command, in the simplest way, without digests and stores. */
class Model {
  readonly #server: AuthorizationInTest;
  readonly #clock: { now: number };
  readonly grants: Grant[] = [];

  constructor(server: AuthorizationInTest, clock: { now: number }) {
    this.#server = server;
    this.#clock = clock;
  }

  get now(): number {
    return this.#clock.now;
  }

  wait(seconds: number): void {
    this.#clock.now += seconds;
  }

  async issue(owner: string): Promise<void> {
    const code = await this.#server.codeFor({ client: { consumerKey: owner, keySet: 'production' } });
    const grant = { owner, code, issuedAt: this.now, isRedeemed: false, isRevoked: false };
    this.grants.push({ ...grant, refreshTokens: [], rotatedAt: 0, usedAt: 0, accessTokens: [] });
  }

  async exchange(grant: Grant, client: string): Promise<void> {
    const { status, json } = await this.#server.exchange(client, grant.code);
    const isOwner = client === grant.owner;
    const isGood = isOwner && !grant.isRedeemed && this.now < grant.issuedAt + 60;
    expect(status).toBe(isGood ? 200 : 400);
    if (isOwner && grant.isRedeemed && this.now < grant.issuedAt + 660) grant.isRevoked = true;
    if (!isGood) return;
    grant.isRedeemed = true;
    this.#keep(grant, json);
  }

  async refresh(grant: Grant, age: number, client: string): Promise<void> {
    const token = grant.refreshTokens.at(-1 - age);
    if (token === undefined) return;
    const { status, json } = await this.#server.refresh(client, token);
    const isOpen = client === grant.owner && this.#hasChain(grant);
    expect(status).toBe(isOpen && age === 0 ? 200 : 400);
    if (!isOpen) return;
    if (age === 0) this.#keep(grant, json);
    else if (age > 1 || this.now >= grant.rotatedAt + 10) grant.isRevoked = true;
  }

  async revoke(grant: Grant, age: number, isRefresh: boolean, client: string): Promise<void> {
    const access = grant.accessTokens.at(-1 - age);
    const token = isRefresh ? grant.refreshTokens.at(-1 - age) : access?.token;
    if (token === undefined) return;
    const isKnown = isRefresh ? this.#hasChain(grant) : this.now < (access?.expiresAt ?? 0);
    const { status } = await this.#server.revoke(client, { token });
    expect(status).toBe(isKnown && client !== grant.owner ? 400 : 200);
    if (isKnown && client === grant.owner) grant.isRevoked = true;
  }

  /** Every token that was ever issued is as valid as in the model, for its owner and for the gateway. */
  async check(): Promise<void> {
    for (const grant of this.grants) {
      for (const { token, expiresAt } of grant.accessTokens) {
        const isGood = !grant.isRevoked && this.now < expiresAt;
        expect((await this.#server.introspect(grant.owner, { token })).json['active']).toBe(isGood);
        const headers = { authorization: `Bearer ${token}` };
        const { code } = await this.#server.call('/dog_park/v1/dogs', { headers });
        expect(code).toBe(isGood ? 'production_unavailable' : 'token_invalid');
      }
      for (const [index, token] of grant.refreshTokens.entries()) {
        const isGood = index === grant.refreshTokens.length - 1 && this.#hasChain(grant);
        expect((await this.#server.introspect(grant.owner, { token })).json['active']).toBe(isGood);
      }
    }
  }

  #hasChain({ isRevoked, usedAt, issuedAt }: Grant): boolean {
    return !isRevoked && this.now < usedAt + 3600 && this.now < issuedAt + 86_400;
  }

  #keep(grant: Grant, json: Readonly<Record<string, unknown>>): void {
    grant.refreshTokens.push(String(json['refresh_token']));
    grant.accessTokens.push({ token: String(json['access_token']), expiresAt: this.now + 600 });
    grant.rotatedAt = this.now;
    grant.usedAt = this.now;
  }
}

type Step = (model: Model) => void | Promise<void>;

const client = fc.constantFrom(...clients, clients[0], clients[0]);
const age = fc.constantFrom(0, 0, 0, 1, 2);
const which = fc.nat(2);
const onGrant = (step: (model: Model, grant: Grant) => Promise<void>, index: number): Step => {
  return async (model) => {
    const grant = model.grants[index];
    if (grant) await step(model, grant);
  };
};

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: client.map(
      (owner): Step =>
        (model) =>
          model.issue(owner),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(which, client)
      .map(([index, by]) => onGrant((model, grant) => model.exchange(grant, by), index)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(which, age, client)
      .map(([index, back, by]) => onGrant((model, grant) => model.refresh(grant, back, by), index)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(which, age, fc.boolean(), client)
      .map(([index, back, isRefresh, by]) =>
        onGrant((model, grant) => model.revoke(grant, back, isRefresh, by), index),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 9, 10, 59, 60, 599, 600, 3599, 3600, 40_000).map(
      (seconds): Step =>
        (model) =>
          model.wait(seconds),
    ),
  },
);

test('whatever is exchanged, refreshed and revoked in whatever order, tokens are as good as they should be', async () => {
  const clock = { now: start };
  const server = await openAuthorization(defineTable(), { clock: () => clock.now * 1000 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const model = new Model(server, clock);
      await model.issue(clients[0]);
      for (const take of steps) await take(model);
      await model.check();
    }),
    { numRuns: draws(40) },
  );
  expect(server.faults).toEqual([]);
  await server.close();
});
