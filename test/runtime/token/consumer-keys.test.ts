import { expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { declareKeys, makeConsumerKeys } from '#runtime/token/consumer-keys.ts';

test('a consumer key is 128 bits of base64url and does not look like an option', () => {
  const made = Array.from({ length: 2000 }, () => makeConsumerKeys('service', 'production'));
  const keys = made.map(({ consumerKey }) => consumerKey);
  expect(keys.filter((key) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a secret is 256 bits of base64url, of which only the digest is declared', () => {
  const made = makeConsumerKeys('web', 'sandbox', 'known');
  expect(made).toEqual({
    keySet: 'sandbox',
    consumerKey: 'known',
    secret: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(declareKeys(made)).toEqual({ consumerKey: 'known', secretDigest: digestOf(made.secret ?? '') });
});

test('an application that cannot keep a secret gets none', () => {
  const made = makeConsumerKeys('single-page', 'production', 'known');
  expect(made).toEqual({ keySet: 'production', consumerKey: 'known' });
  expect(declareKeys(made)).toEqual({ consumerKey: 'known' });
});
