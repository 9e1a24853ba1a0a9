import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeOrder } from '#runtime/oauth/issue-code.ts';
import {
  challenge,
  challengeOf,
  defineTable,
  openAuthorization,
  refusal,
  verifier,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

let server: AuthorizationInTest;

const page: Partial<CodeOrder> = {
  client: { consumerKey: 'Page-production', keySet: 'production' },
  codeChallenge: challenge,
};

beforeAll(async () => {
  server = await openAuthorization(defineTable());
});

afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

describe('PKCE', () => {
  test.each([
    ['downgrade by leaving the verifier out', undefined, 'invalid_grant'],
    ['with a wrong verifier', `${verifier}x`, 'invalid_grant'],
    ['with the challenge for a verifier', challenge, 'invalid_grant'],
    ['with a verifier that is too short', 'x'.repeat(42), 'invalid_grant'],
    ['with a verifier that is too long', 'x'.repeat(129), 'invalid_grant'],
    ['with a verifier of other characters', `${verifier}+`, 'invalid_grant'],
  ])('%s is refused', async (_how, sent, error) => {
    for (const [key, order] of [
      ['Page-production', page],
      ['Web-production', { codeChallenge: challenge }],
    ] as const) {
      const code = await server.codeFor(order);
      expect(await server.exchange(key, code, { code_verifier: sent })).toEqual(refusal(400, error));
      expect(await server.exchange(key, code, { code_verifier: verifier })).toEqual(
        refusal(400, 'invalid_grant'),
      );
    }
  });

  test.each(['x'.repeat(42), 'x'.repeat(129), `${verifier} `])(
    'refuses the verifier %s even where its hash is the challenge',
    async (sent) => {
      const code = await server.codeFor({ codeChallenge: challengeOf(sent) });
      expect(await server.exchange('Web-production', code, { code_verifier: sent })).toEqual(
        refusal(400, 'invalid_grant'),
      );
    },
  );

  test.each(['x'.repeat(43), 'x'.repeat(128)])('takes the verifier %s', async (sent) => {
    const code = await server.codeFor({ codeChallenge: challengeOf(sent) });
    expect(await server.exchange('Web-production', code, { code_verifier: sent })).toMatchObject({
      status: 200,
    });
  });

  test('takes no plain challenge', async () => {
    const code = await server.codeFor({ codeChallenge: verifier });
    expect(await server.exchange('Web-production', code, { code_verifier: verifier })).toEqual(
      refusal(400, 'invalid_grant'),
    );
  });

  test('downgrade by a code that was asked for without a challenge is refused', async () => {
    const code = await server.codeFor();
    expect(await server.exchange('Web-production', code, { code_verifier: verifier })).toEqual(
      refusal(400, 'invalid_request'),
    );
  });

  test('is what a single-page application cannot do without', async () => {
    const { codeChallenge: _challenge, ...unprotected } = page;
    const code = await server.codeFor(unprotected);
    expect(await server.exchange('Page-production', code)).toEqual(refusal(400, 'invalid_grant'));
  });
});
