import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { historyRuleNames } from '#compiler/declaration/parts/ignore-entry.ts';
import { rules } from '#compiler/lint/rules.ts';
import type { HistoryExample } from '#compiler/plan/history/define-history-rule.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import { evaluateComparison } from '#pipeline/compare.ts';
import { historyExamplesOf } from '../../rule-examples.ts';
import { compareEdits, describeFinding } from '../compare-files.ts';

const sentence = /^[A-Z].*[^.]\.$/;

function isGood({ findings }: HistoryExample): boolean {
  return findings.length === 0;
}

describe.each(historyRules.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
  for (const { title, base, head, findings } of historyExamplesOf(rule)) {
    test(title, async () => {
      const verdict = evaluateComparison(await compareEdits(base, head));
      const diagnostics = verdict.findings.filter(({ code }) => code === name);
      expect(diagnostics.map(describeFinding)).toEqual(findings.toSorted());
      for (const { severity, message, help } of diagnostics) {
        expect(severity).toBe(rule.severity);
        expect(message).toMatch(sentence);
        expect(help).toMatch(sentence);
      }
    });
  }

  test('has a good example, a bad one, a section, and texts that are sentences', () => {
    expect(rule.examples.some(isGood)).toBe(true);
    expect(rule.examples.every(isGood)).toBe(false);
    expect(rule.examples.length).toBeLessThanOrEqual(3);
    expect(rule.section).toMatch(/^\d(\.\d)?$/);
    for (const text of [rule.summary, rule.why]) expect(text).toMatch(sentence);
  });
});

describe('the registry', () => {
  test('holds the rule of every file, under its name, in the order of the names', () => {
    const files = readdirSync('src/compiler/plan/rules').map((file) => basename(file, '.ts'));
    expect(historyRules.map(({ name }) => name)).toEqual(historyRuleNames);
    expect(files.toSorted()).toEqual(historyRuleNames.toSorted());
  });

  test('shares no name with the rules on one state, and has twins among those that can be switched off', () => {
    const design = rules.filter(({ group }) => group === 'design').map(({ name }) => name);
    expect(rules.filter(({ name }) => historyRuleNames.includes(name as never))).toEqual([]);
    expect(historyRules.flatMap(({ twin }) => twin ?? []).filter((twin) => !design.includes(twin))).toEqual(
      [],
    );
  });
});

test('no example of a rule brings a finding of another one about', async () => {
  const others: string[] = [];
  for (const rule of historyRules) {
    for (const { title, base, head } of historyExamplesOf(rule)) {
      const { findings } = evaluateComparison(await compareEdits(base, head));
      const codes = findings.map(({ code }) => code).filter((code) => code !== rule.name);
      // The versions of the examples have one document, so that none of them is needed.
      others.push(...codes.filter((code) => code !== 'needless-version').map((code) => `${title}: ${code}`));
    }
  }
  expect(others).toEqual([]);
});
