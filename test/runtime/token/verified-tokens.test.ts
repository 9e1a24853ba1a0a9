import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VerifiedToken } from '#runtime/token/token-context.ts';
import { rememberTokens } from '#runtime/token/verified-tokens.ts';
import { full } from '../../full-run.ts';

const claims = {
  clientId: 'Web-production',
  keySet: 'production',
  subject: 'client:Web-production',
  scopes: [],
  grantId: 'id-1',
  tokenId: 'id-1',
  issuedAt: 1000,
  expiresAt: 1600,
} as const;

const verified = (text: string) => new VerifiedToken(text, claims, 'key');

/** Tokens whose last characters, by which they are looked up, are the same; only some are as long as others. */
const alike = ['one', 'two', 'three'].map((name) => `${name}.payload.the-same-signature`);
const unlike = [...'abcdefghijkl'].map((letter) => `one.payload.${letter.repeat(20)}`);
const short = ['', 'a', 'ab', 'abcdef', 'abcdefg'];

type Step = 'ask' | 'set' | 'delete';

const stepsAmong = (texts: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom<Step>('ask', 'ask', 'set', 'set', 'delete'), fc.constantFrom(...texts)), {
    maxLength: 60,
  });

describe('remembered tokens', () => {
  test('are never taken for one another, and are not found once they were deleted', () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 4, 100), stepsAmong([...alike, ...unlike, ...short]), (limit, steps) => {
        const tokens = rememberTokens(limit);
        const known = new Set<VerifiedToken>();
        for (const [step, text] of steps) {
          const found = tokens.get(text);
          if (found) expect([found.text, known.has(found)]).toEqual([text, true]);
          if (step === 'set') {
            const token = verified(text);
            tokens.set(token);
            known.add(token);
            expect(tokens.get(text)).toBe(token);
          } else if (step === 'delete' && found) {
            tokens.delete(found);
            known.delete(found);
          }
        }
      }),
    );
  });

  test('are at least half of the limit, those asked for last, and no more than the limit', () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 4, 8), stepsAmong(unlike), (limit, steps) => {
        const tokens = rememberTokens(limit);
        let last: string[] = [];
        for (const [step, text] of steps) {
          last = last.filter((each) => each !== text);
          const found = tokens.get(text);
          if (step === 'delete' && found) tokens.delete(found);
          if (step === 'set') tokens.set(verified(text));
          if (tokens.get(text)) last.push(text);
          // What makes way for others does not come back when they are deleted.
          last = last.slice(-limit / 2);
        }
        for (const text of last) expect(tokens.get(text)?.text).toBe(text);
        expect(unlike.filter((text) => tokens.get(text)).length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test('that are known by the same number take no place but one of their own', () => {
    const tokens = rememberTokens(4);
    const [first = '', second = ''] = alike;
    tokens.set(verified(unlike[0]!));
    for (const text of [first, second, first, second]) tokens.set(verified(text));
    expect([first, second, unlike[0]!].map((text) => tokens.get(text)?.text)).toEqual([
      undefined,
      second,
      unlike[0],
    ]);
  });

  test('by 10,000 numbers of random signatures are all but few', () => {
    const tokens = rememberTokens(20_000);
    const texts = Array.from({ length: 10_000 }, () => {
      const bytes = crypto.getRandomValues(Buffer.alloc(64));
      return `header.payload.${bytes.toString('base64url')}`;
    });
    for (const text of texts) tokens.set(verified(text));
    expect(texts.filter((text) => tokens.get(text) === undefined).length).toBeLessThan(5);
  });
});

test('a remembered token holds on to nothing that it was a part of', full, () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const kept = Array.from({ length: 400 }, (_each, index) => {
    const header = Buffer.from(`Bearer ${index}${' '.repeat(100_000)}x.y.${'z'.repeat(86)}`).toString(
      'latin1',
    );
    return verified(header.slice(-90));
  });
  expect(used() - before).toBeLessThan(20_000_000);
  expect(new Set(kept.map(({ text }) => text)).size).toBe(1);
});
