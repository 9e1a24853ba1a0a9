import { expect, test } from 'vitest';
import { StoppedPersons } from '#serve/proposals/limits/stopped-persons.ts';
import type { ThreadQuestion } from '#serve/proposals/proposal-questions.ts';
import { ada, eve } from '../engine-in-test.ts';

test('a person is refused plans and drafts for five minutes, but no lists and patches', () => {
  let now = 0;
  const stopped = new StoppedPersons(() => now);
  const methods = [
    'preview',
    'propose',
    'approve',
    'decline',
    'readDefinition',
    'lintApi',
    'list',
    'listAll',
    'readPatch',
  ] as const;
  const refused = (person: ThreadQuestion['person']) =>
    methods.filter((method) => stopped.refuse({ method, person }));
  expect(refused(ada)).toEqual([]);
  stopped.add(ada.id);
  expect(refused(ada)).toEqual(['preview', 'propose', 'approve', 'decline', 'readDefinition', 'lintApi']);
  expect(refused(eve)).toEqual([]);
  now = 299_999;
  expect(stopped.refuse({ method: 'preview', person: ada })).toEqual({
    problem: 'busy',
    reason:
      'Your last change took too long to plan or to check. The gateway accepts no other for five minutes.',
  });
  now = 300_000;
  expect(refused(ada)).toEqual([]);
});
