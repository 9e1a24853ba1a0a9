import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Proposer } from '#runtime/ports/proposals.ts';
import { limitQuestions } from '#serve/proposals/limits/limit-questions.ts';
import type { ProposalQuestion } from '#serve/proposals/proposal-questions.ts';
import { ada, eve, subscribe } from '../engine-in-test.ts';

/** Questions that are being answered until they are ended. */
function openLimits() {
  const asked = new Map<ProposalQuestion, PromiseWithResolvers<[]>>();
  const ask = limitQuestions((question) => {
    const answered = Promise.withResolvers<[]>();
    asked.set(question, answered);
    return answered.promise;
  });
  const tryAsking = async (question: ProposalQuestion) => {
    const answer = ask(question);
    answer.catch(() => undefined);
    return asked.has(question) ? 'asked' : answer;
  };
  const end = (question: ProposalQuestion, error?: Error) => {
    const answered = asked.get(question);
    if (error) answered?.reject(error);
    else answered?.resolve([]);
    return setImmediate();
  };
  return { tryAsking, end };
}

const preview = (person: Proposer): ProposalQuestion => ({ method: 'preview', change: subscribe, person });
const busy = (reason: string) => ({ problem: 'busy', reason });
const planning = busy('The gateway is planning another change of yours, or too many changes at once.');

test('one change of a person is planned at a time, whatever is asked of it', async () => {
  const { tryAsking, end } = openLimits();
  const first = preview(ada);
  expect(await tryAsking(first)).toBe('asked');
  const definition: ProposalQuestion = { method: 'readDefinition', text: '', person: ada };
  const propose: ProposalQuestion = { method: 'propose', change: subscribe, person: ada, base: '' };
  for (const question of [preview(ada), propose]) expect(await tryAsking(question)).toEqual(planning);
  expect(await tryAsking(preview(eve))).toBe('asked');
  expect(await tryAsking(definition)).toBe('asked');
  expect(await tryAsking({ ...definition })).toEqual(busy('Too many documents are being read now.'));
  await end(definition, new Error('The thread has ended.'));
  expect(await tryAsking({ ...definition })).toBe('asked');
  await end(first);
  expect(await tryAsking(propose)).toBe('asked');
});

test('two lists are read for a person at a time, and two drafts', async () => {
  const { tryAsking, end } = openLimits();
  const own: ProposalQuestion = { method: 'list', person: ada };
  const all: ProposalQuestion = { method: 'listAll', topic: { apiNames: [] }, person: ada };
  expect([await tryAsking(own), await tryAsking(all)]).toEqual(['asked', 'asked']);
  expect(await tryAsking({ method: 'list', person: ada })).toEqual(
    busy('Proposals are already being read for you, or for too many others.'),
  );
  await end(own);
  expect(await tryAsking({ method: 'list', person: ada })).toBe('asked');
  const draft = (): ProposalQuestion => ({ method: 'lintApi', person: ada, api });
  expect([await tryAsking(draft()), await tryAsking(draft())]).toEqual(['asked', 'asked']);
  expect(await tryAsking(draft())).toEqual(busy('Too many documents are being checked now.'));
});

test('sixteen persons plan at a time', async () => {
  const { tryAsking } = openLimits();
  const persons = Array.from({ length: 16 }, (_, number) => ({ ...eve, id: `user:${number}` }));
  for (const person of persons) expect(await tryAsking(preview(person))).toBe('asked');
  expect(await tryAsking(preview(ada))).toEqual(planning);
});

const api = {
  change: 'api_added',
  name: 'CatCafe',
  context: '/cat_cafe',
  version: 'v1',
  owner: 'ada',
  definition: '',
  endpoints: { production: '' },
} as const;
