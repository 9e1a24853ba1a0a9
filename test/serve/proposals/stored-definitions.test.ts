import { expect, onTestFinished, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import type { Proposer } from '#runtime/ports/proposals.ts';
import { StoredDefinitions } from '#serve/proposals/stored-definitions.ts';

const mebibyte = 1024 ** 2;
let now = 0;

function open() {
  now = 0;
  const definitions = new StoredDefinitions(() => now);
  onTestFinished(() => definitions.close());
  const keep = (person: string, name: string, size = 1) => {
    const bytes = new Uint8Array(new SharedArrayBuffer(size * mebibyte));
    return definitions.keep({ digest: digestOf(name), bytes }, person);
  };
  const has = (person: string, name: string) => {
    const found = definitions.find({
      method: 'readDefinition',
      text: { stored: digestOf(name) },
      person: { id: person } as Proposer,
    });
    return found instanceof Uint8Array;
  };
  return { keep, has };
}

test('a person has the last four documents, and nobody has those of others', () => {
  const { keep, has } = open();
  for (const name of ['1', '2', '3', '4']) keep('ada', name);
  // Its use makes a document the last one.
  expect(has('ada', '1')).toBe(true);
  keep('ada', '5');
  expect(['1', '2', '3', '4', '5'].map((name) => has('ada', name))).toEqual([true, false, true, true, true]);
  expect(has('eve', '1')).toBe(false);
});

test('large documents of one person displace their own alone', () => {
  const { keep, has } = open();
  keep('ada', 'small');
  for (const name of ['1', '2', '3', '4']) keep('eve', name, 30);
  expect(['1', '2', '3', '4'].map((name) => has('eve', name))).toEqual([false, false, true, true]);
  keep('eve', 'huge', 100);
  expect([has('eve', '4'), has('eve', 'huge'), has('ada', 'small')]).toEqual([false, true, true]);
});

test('all documents together have a limit, by which the oldest are dropped', () => {
  const { keep, has } = open();
  const persons = ['a', 'b', 'c', 'd', 'e'];
  for (const person of persons) keep(person, 'document', 60);
  expect(persons.map((person) => has(person, 'document'))).toEqual([false, true, true, true, true]);
});

test('a document expires an hour after it was last used', () => {
  const { keep, has } = open();
  keep('ada', '1');
  keep('ada', '2');
  now += 3_599_000;
  expect(has('ada', '1')).toBe(true);
  now += 1000;
  expect([has('ada', '1'), has('ada', '2')]).toEqual([true, false]);
});
