import { describe, expect, test } from 'vitest';
import { coverage, additionalRules } from '#compiler/lint/coverage.ts';
import { rules as rulesOnOneState } from '#compiler/lint/rules.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';

const rules = [...rulesOnOneState, ...historyRules];
const statements = coverage.flatMap(({ statements: own }) => own);
const kept = statements.flatMap((statement) => ('rules' in statement ? statement.rules : []));
const names = new Set(rules.map(({ name }) => name));

/** Rules that can be switched off without a statement and without their own reason. */
function unnamed(named: ReadonlySet<string>): readonly string[] {
  return rules.filter(({ group, name }) => group !== 'integrity' && !named.has(name)).map(({ name }) => name);
}

describe('the coverage of the requirements', () => {
  test('holds every section on the design of APIs', () => {
    expect(coverage.map(({ section }) => section)).toEqual([
      '2.2',
      '2.6',
      '4.5',
      '5',
      '7.1',
      '7.2',
      '8',
      '9',
    ]);
  });

  test.each(coverage)('numbers the statements of section $section one after the other', (covered) => {
    const ids = covered.statements.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, index) => `${covered.section}-${index + 1}`));
  });

  test('has a rule or a reason for every statement, both in sentences', () => {
    const without = statements.filter(
      (statement) => ('rules' in statement ? statement.rules.length : 0) === 0 && !statement.reason,
    );
    expect(without).toEqual([]);
    const texts = [
      ...statements.flatMap(({ says, reason }) => [says, reason ?? says]),
      ...Object.values(additionalRules),
    ];
    expect(texts.filter((text) => !/^[A-Z0-9`].*[^.]\.$/.test(text))).toEqual([]);
  });

  test('names rules that there are', () => {
    expect([...kept, ...Object.keys(additionalRules)].filter((name) => !names.has(name))).toEqual([]);
  });

  test('names every design rule, or says why it is there', () => {
    expect(unnamed(new Set([...kept, ...Object.keys(additionalRules)]))).toEqual([]);
    expect(unnamed(new Set())).toContain('path-snake-case');
  });

  test('gives a reason of its own to no rule that a statement names', () => {
    expect(Object.keys(additionalRules).filter((name) => kept.includes(name))).toEqual([]);
  });
});
