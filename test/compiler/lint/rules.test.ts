import { readdirSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { lint } from '#compiler/lint/lint.ts';
import { rules } from '#compiler/lint/rules.ts';
import {
  exampleNow,
  type ExampleEdit,
  type Rule,
  type RuleExample,
  type RuleOption,
} from '#compiler/rule/define-rule.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { readCertificates } from '#compiler/load/read-certificates.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { examplesOf } from '../rule-examples.ts';
import { loadWorkspace } from './load-workspace.ts';

const sentence = /^[A-Z].*[^.][.?]$/;

async function lintAt(now: number, edits: readonly ExampleEdit[]) {
  const workspace = await loadWorkspace(edits);
  const tree = memorySourceTree(applyExampleEdits(cleanSources, edits));
  const moment = { now, certificates: await readCertificates(tree, workspace) };
  return lint(workspace, rules, { moment });
}

/** The findings of a rule, and the report that a rule has thrown. */
async function diagnose(rule: Rule, edits: readonly ExampleEdit[]): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await lintAt(exampleNow, edits);
  return diagnostics.filter(({ code }) => code === rule.name || code === 'rule-crash');
}

function describeFinding({ at, message }: Diagnostic): string {
  return `${at.file}:${at.line}:${at.column} ${message}`;
}

function isGood({ findings }: RuleExample): boolean {
  return findings.length === 0;
}

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
  test.each(examplesOf(rule).map((example) => [example.title, example] as const))(
    '%s',
    async (_title, example) => {
      const diagnostics = await diagnose(rule, example.edits);
      expect(diagnostics.map(describeFinding).toSorted()).toEqual(example.findings.toSorted());
      for (const { severity, message, help } of diagnostics) {
        expect(severity).toBe(example.severity ?? rule.severity);
        expect(message).toMatch(sentence);
        expect(help).toMatch(sentence);
      }
    },
  );

  test('has a good example, a bad one, a section, and texts that are sentences', () => {
    expect(rule.examples.some(isGood)).toBe(true);
    expect(rule.examples.every(isGood)).toBe(false);
    expect(rule.examples.length).toBeLessThanOrEqual(3);
    expect(rule.section).toMatch(/^\d(\.\d)?$/);
    for (const text of [rule.summary, rule.why]) expect(text).toMatch(sentence);
  });
});

test('every option has an effect, by which a plan finds out whether a rule reports less', () => {
  const effects = rules.flatMap(({ name, options = {} }) =>
    Object.entries<RuleOption>(options).map(([option, { effect }]) => `${name}.${option}: ${effect}`),
  );
  expect(effects.toSorted()).toEqual([
    'collection-embedded.wrappers: forbid',
    'collection-metadata.words: allow',
    'date-time-format.dates: forbid',
    'date-time-format.events: forbid',
    'date-time-format.others: allow',
    'date-time-format.times: forbid',
    'error-body-fields.fields: allow',
    'identifier-not-sequential.values: allow',
    'method-not-found-declared.values: allow',
    'path-concrete.abstract: forbid',
    'path-noun.verbs: forbid',
    'path-plural.singular: allow',
    'query-camel-case.standard: allow',
  ]);
});

test('what depends on the time is not kept from one day to the next, and not found without a time', async () => {
  const edit = {
    file: 'users/ada.yaml',
    replace: 'name: ada',
    by: 'name: ada\ntokensNotBefore: 2026-02-01T00:00:00Z',
  };
  const [workspace, store] = [await loadWorkspace([edit]), new BuildStore('many')];
  const found = [undefined, exampleNow, Date.UTC(2026, 1, 1), exampleNow].map(
    (now) =>
      lint(workspace, rules, {
        store,
        moment: now === undefined ? undefined : { now, certificates: new Map() },
      }).diagnostics.length,
  );
  expect(found).toEqual([0, 1, 0, 1]);
});

describe('the registry', () => {
  test('holds the rule of every file of a topic, under its name; what serves a topic is in folders of it', () => {
    const files = readdirSync('src/compiler/lint/rules', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file.split(sep).length === 2)
      .map((file) => basename(file, '.ts'));
    expect(rules.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
  });

  test('finds nothing in the clean sources', async () => {
    const { diagnostics, checked } = lint(await loadWorkspace());
    expect(diagnostics).toEqual([]);
    expect(checked).toBeDefined();
  });
});

test('an edit of a text that is not there throws', () => {
  const edit = { file: 'tiers.yaml', replace: 'silver', by: 'gold' };
  expect(() => applyExampleEdits({ 'tiers.yaml': 'kind: Tier\n' }, [edit])).toThrow(
    'tiers.yaml does not hold "silver"',
  );
});
