import { expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import type { ProposalProblem } from '#runtime/ports/proposals.ts';
import { StoredPatches } from '#serve/proposals/stored-patches.ts';

const [ada, eve] = [{ id: 'user:ada' }, { id: 'user:eve' }];

function patchOf(text: string) {
  return { delivery: 'patch', fileName: '0001-a.patch', patch: text } as const;
}

function open() {
  const kept = new StoredPatches();
  const has = (text: string, person = ada) => 'patch' in kept.read(digestOf(text), person);
  return { kept, has };
}

test('a patch is for the person who proposed it', () => {
  const { kept, has } = open();
  expect(kept.keep(patchOf('a'), ada)).toEqual(patchOf('a'));
  expect(kept.read(digestOf('a'), ada)).toEqual({ fileName: '0001-a.patch', patch: 'a' });
  expect([has('b'), has('a', eve)]).toEqual([false, false]);
});

test('a person who proposes much replaces only own patches', () => {
  const { kept, has } = open();
  kept.keep(patchOf('of eve'), eve);
  for (const text of ['1', '2', '1', '3', '4', '5']) kept.keep(patchOf(text), ada);
  expect(['1', '2', '3', '4', '5'].filter((text) => has(text))).toEqual(['1', '3', '4', '5']);
  expect(has('of eve', eve)).toBe(true);
});

test('the oldest are forgotten where all together are too long', () => {
  const { kept, has } = open();
  const texts = ['a', 'b', 'c'].map((text) => text.repeat(30_000_000));
  for (const text of texts) kept.keep(patchOf(text), { id: text.slice(0, 1) });
  expect(texts.map((text) => has(text, { id: text.slice(0, 1) }))).toEqual([false, true, true]);
});

test('branches and problems are passed on', () => {
  const { kept } = open();
  const branch = { delivery: 'branch', branch: 'proposals/ada/a', commit: '0', approvers: 'nobody' } as const;
  const problem: ProposalProblem = { problem: 'conflict', reason: '' };
  expect([kept.keep(branch, ada), kept.keep(problem, ada)]).toEqual([branch, problem]);
});
