import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { unpackPart } from '#compiled/compiled.ts';
import { lengthOfContract, memberOfContract, unpackDeferred } from '#compiled/deferred-contract.ts';
import { draws } from '../full-run.ts';

// Contracts of all parts are kept together, so no test leaves any.
beforeAll(() => void vi.useFakeTimers());
afterEach(() => void vi.advanceTimersByTime(60_000));
afterAll(() => void vi.useRealTimers());

const partOf = (contract: unknown, name = 'DogPark') =>
  ({ access: 'public', contract, endpoints: {}, name, version: 'v1' }) as unknown as CompiledApi;

test('a part is as if it had been parsed whole, whatever it contains and in whatever order', () => {
  // Names and values that a search for the contract could stumble over.
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('contract', 'info', 'tags', '"contract":{', '\\', '\\"', '}', '{', ',', '"'),
  );
  // V8 14.6 reads the name `\"` as `\` in JSON once it has read an object with the name `\`.
  const name = text.filter((drawn) => !drawn.includes('\\'));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      text,
      fc.maxSafeInteger(),
      fc.constantFrom(1.5, -2e-9, 1e300),
      fc.constant(null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  }));
  const objects = fc.dictionary(name, value, { maxKeys: 4 });
  fc.assert(
    fc.property(objects, objects, fc.nat(4), (contract, others, position) => {
      const members = Object.entries(others).filter(([member]) => member !== 'contract');
      const part = Object.fromEntries(members.toSpliced(position, 0, ['contract', contract]));
      for (const written of [JSON.stringify(part), canonicalJson(part)]) {
        const deferred = unpackDeferred(written);
        expect({ ...deferred }).toEqual(unpackPart(written));
        expect(canonicalJson(deferred)).toBe(canonicalJson(unpackPart(written)));
        for (const api of [deferred, unpackPart(written)]) {
          for (const member of ['info', 'tags'] as const)
            expect(memberOfContract(api, member)).toEqual(unpackPart(written).contract[member]);
          expect(lengthOfContract(api)).toBe(JSON.stringify(contract).length);
        }
      }
    }),
    { numRuns: draws(2000) },
  );
});

const long = 'd'.repeat(64 * 1024);

test('a long contract that is read again is the same object, until it has not been read for a while', () => {
  const part = unpackDeferred(canonicalJson(partOf({ openapi: '3.1.0', info: { description: long } })));
  const first = part.contract;
  for (let read = 0; read < 5; read += 1) {
    vi.advanceTimersByTime(9000);
    expect(part.contract).toBe(first);
  }
  vi.advanceTimersByTime(30_000);
  expect(part.contract).not.toBe(first);
  expect(part.contract).toEqual(first);
});

test('contracts of many characters do not all stay parsed, and the one that was read last does', () => {
  const description = 'd'.repeat(1024 ** 2);
  const parts = Array.from({ length: 8 }, (_, index) =>
    unpackDeferred(canonicalJson(partOf({ info: { description } }, `Api${index}`))),
  );
  const read = parts.map(({ contract }) => contract);
  expect(parts.at(-1)?.contract).toBe(read.at(-1));
  expect(parts[0]?.contract).not.toBe(read[0]);
  expect(vi.getTimerCount()).toBe(1);
});
