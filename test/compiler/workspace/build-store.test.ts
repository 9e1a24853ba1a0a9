import { describe, expect, test } from 'vitest';
import { BuildStore, ResultKind } from '#compiler/workspace/build-store.ts';

const lengths = new ResultKind<string, number>('load');
const counts = new ResultKind<string, number>('load');
const findings = new ResultKind<string, number>('lint');

describe('a result in a store', () => {
  test('is found with the input that it was made of, by identity', () => {
    const results = new BuildStore('many').of(lengths);
    const input = {};
    results.set('dog', input, 3);
    expect([results.find('dog', input), results.find('dog', {}), results.find('dog')]).toEqual([
      3,
      undefined,
      undefined,
    ]);
    results.set('dog', [input, 'a'], 4);
    const inputs = [[input, 'a'], [input, 'b'], [input], input];
    expect(inputs.map((one) => results.find('dog', one))).toEqual([4, undefined, undefined, undefined]);
  });

  test('is of its kind alone', () => {
    const store = new BuildStore('many');
    store.of(lengths).set('dog', undefined, 3);
    store.of(counts).set('dog', undefined, 1);
    expect([store.of(lengths).find('dog'), store.of(counts).find('dog'), store.size]).toEqual([3, 1, 2]);
  });

  test('that has expired is not found, whatever the input, and stays the last one', () => {
    const results = new BuildStore('many').of(lengths);
    results.set('dog', undefined, 3);
    results.expire('dog');
    results.expire('cat');
    results.revise('dog', (length) => length + 1);
    expect([results.find('dog'), results.last('dog'), results.size]).toEqual([undefined, 4, 1]);
    results.set('dog', undefined, 5);
    expect(results.find('dog')).toBe(5);
  });
});

test('a store for one build keeps only what can be saved', () => {
  const saved = new ResultKind<string, number>('load', { isSaved: true });
  const store = new BuildStore('one');
  for (const kind of [lengths, saved]) expect(store.of(kind).set('dog', undefined, 3)).toBe(3);
  expect([store.of(lengths).find('dog'), store.of(saved).find('dog'), store.size]).toEqual([undefined, 3, 1]);
});

describe('when a stage has run to its end', () => {
  test('what it has not asked for is forgotten, and nothing else', () => {
    const store = new BuildStore('many');
    const results = store.of(lengths);
    for (const name of ['dog', 'horse', 'cat']) results.set(name, undefined, name.length);
    store.of(findings).set('dog', undefined, 1);
    store.endRun('load');
    results.find('dog');
    results.set('horse', 'another input', 5);
    results.find('cat', 'another input');
    results.last('cat');
    store.endRun('load');
    expect([[...results], [...store.of(findings)]]).toEqual([
      [
        ['dog', 3],
        ['horse', 5],
      ],
      [['dog', 1]],
    ]);
  });

  test('what it asks for again and again is kept', () => {
    const store = new BuildStore('many');
    const results = store.of(lengths);
    results.set('dog', undefined, 3);
    for (let run = 0; run < 5; run += 1) {
      expect([results.find('dog'), results.find('dog')]).toEqual([3, 3]);
      results.set(`dog ${run}`, undefined, run);
      store.endRun('load');
      expect(results.size).toBe(2);
    }
  });

  test('what a run before has asked for that did not end is kept as well', () => {
    const store = new BuildStore('many');
    const results = store.of(lengths);
    results.set('dog', undefined, 3);
    store.endRun('load');
    results.set('cat', undefined, 3);
    // The run ends early here, and the next one begins.
    results.find('dog');
    store.endRun('load');
    expect(results.size).toBe(2);
  });
});
