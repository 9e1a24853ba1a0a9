import { describe, expect, test } from 'vitest';
import { Assumptions, type Found } from '#compiler/plan/contract/schemas/assumptions.ts';

/** Whether a question is answered with yes, by the answers to those that it leads to and by itself. */
interface Question {
  readonly leadsTo: readonly string[];
  readonly isAlike: boolean;
}

/** Asks some questions one after the other. Returns the answers, and each question as often as it was answered. */
function askAll(questions: Readonly<Record<string, Question>>, names: readonly string[]) {
  const assumptions = new Assumptions();
  const known = new Map<string, Found<boolean>>();
  const answered: string[] = [];
  const ask = (name: string): boolean => {
    if (assumptions.isAssumed(name)) return true;
    const { leadsTo = [], isAlike = false } = questions[name] ?? {};
    return assumptions.remember(known, name, () =>
      assumptions.assume(name, () => {
        answered.push(name);
        return leadsTo.map(ask).every(Boolean) && isAlike;
      }),
    );
  };
  return { answers: names.map(ask), answered, depth: assumptions.depth };
}

const alike = (...leadsTo: readonly string[]): Question => ({ leadsTo, isAlike: true });
const different = (...leadsTo: readonly string[]): Question => ({ leadsTo, isAlike: false });

describe('questions that lead back to themselves', () => {
  test('are answered once if nothing else differs', () => {
    const questions = { a: alike('b', 'b'), b: alike('a', 'c'), c: alike('b') };
    expect(askAll(questions, ['a', 'b', 'c'])).toEqual({
      answers: [true, true, true],
      answered: ['a', 'b', 'c'],
      depth: 0,
    });
  });

  test('are answered again if they were answered by an assumption that turned out to be wrong', () => {
    const questions = { a: different('b'), b: alike('c'), c: alike('a') };
    expect(askAll(questions, ['a', 'b', 'c'])).toEqual({
      answers: [false, false, false],
      answered: ['a', 'b', 'c', 'b', 'c'],
      depth: 0,
    });
  });

  test('keep what does not depend on the wrong assumption', () => {
    const questions = { a: different('b', 'c'), b: alike('d'), d: alike(), c: alike('a', 'd') };
    expect(askAll(questions, ['a', 'd', 'b', 'c'])).toEqual({
      answers: [false, true, true, false],
      answered: ['a', 'b', 'd', 'c', 'c'],
      depth: 0,
    });
  });

  test('keep what an inner question confirms only as long as the outer one may', () => {
    const questions = { a: different('b'), b: alike('c', 'a'), c: alike('b') };
    expect(askAll(questions, ['a', 'c'])).toEqual({
      answers: [false, false],
      answered: ['a', 'b', 'c', 'c', 'b'],
      depth: 0,
    });
  });

  test('keep a no that was found by a wrong assumption', () => {
    const questions = { a: different('b'), b: different('a') };
    expect(askAll(questions, ['a', 'b'])).toEqual({
      answers: [false, false],
      answered: ['a', 'b'],
      depth: 0,
    });
  });
});
