import { describe, expect, test } from 'vitest';
import type { GatewayDeclaration, RuleSetting } from '#compiler/kinds/gateway/declaration.ts';
import { defineRule, type Rule } from '#compiler/rule/define-rule.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';

type Lint = NonNullable<GatewayDeclaration['lint']>;

function settingsOf(lint: Lint): RuleSettings {
  const deployments = { production: { gatewayUrl: 'https://gateway.example.edu' } };
  return new RuleSettings({ kind: 'Gateway', format: 1, organisation: 'Example', deployments, lint });
}

const texts = { section: '1', summary: 'A rule.', why: 'To test.', examples: [] };
const rule: Rule = defineRule<'known' | 'other'>({
  ...texts,
  name: 'test-rule',
  severity: 'warning',
  group: 'design',
  options: {
    known: { description: 'Words.', effect: 'allow', words: ['built-in'] },
    other: { description: 'Other words.', effect: 'forbid', words: [] },
  },
});
const integrityRule = defineRule({ ...texts, name: 'test-rule', severity: 'error', group: 'integrity' });

const legacy = 'apis/legacy/v1/openapi.yaml';
const recent = 'apis/recent/v1/openapi.yaml';

function override(glob: string, setting: RuleSetting) {
  return { files: [glob], rules: { 'test-rule': setting } };
}

describe('the severity of a rule in the files legacy and recent', () => {
  test.each<[string, Lint, readonly string[]]>([
    ['is its own', {}, ['warning', 'warning']],
    ['is what the gateway says', { rules: { 'test-rule': 'info' } }, ['info', 'info']],
    ['is what the object says', { rules: { 'test-rule': { severity: 'error' } } }, ['error', 'error']],
    ['is its own beside options alone', { rules: { 'test-rule': { known: [] } } }, ['warning', 'warning']],
    ['is its own where none is said', { rules: { 'test-rule': 'warn' } }, ['warning', 'warning']],
    ['is another in some', { overrides: [override('apis/legacy/**', 'info')] }, ['info', 'warning']],
    ['goes by a name', { overrides: [override(legacy, 'info')] }, ['info', 'warning']],
    ['goes by ./', { overrides: [override('./apis/legacy/**', 'info')] }, ['info', 'warning']],
    ['is off in one alone', { overrides: [override('apis/legacy/**', 'off')] }, ['off', 'warning']],
    [
      'is on in one alone',
      { rules: { 'test-rule': 'off' }, overrides: [override('apis/recent/**', 'error')] },
      ['off', 'error'],
    ],
    [
      'is that of the last override',
      { overrides: [override('apis/**', 'error'), override('apis/legacy/**', 'info')] },
      ['info', 'error'],
    ],
    [
      'is not the more exact but the last one',
      { overrides: [override('apis/legacy/**', 'info'), override('apis/**', 'error')] },
      ['error', 'error'],
    ],
    [
      'is that of the last override which says one',
      { overrides: [override('apis/**', 'info'), override('apis/legacy/**', { known: ['word'] })] },
      ['info', 'info'],
    ],
    ['is that of all rules', { rules: { '*': 'info' } }, ['info', 'info']],
    [
      'goes by its name before that of all',
      { rules: { '*': 'info', 'test-rule': 'error' } },
      ['error', 'error'],
    ],
    [
      'is that of all rules in some files',
      { rules: { 'test-rule': 'error' }, overrides: [{ files: ['apis/legacy/**'], rules: { '*': 'off' } }] },
      ['off', 'error'],
    ],
    [
      'is of another rule',
      { overrides: [{ files: ['**'], rules: { 'other-rule': 'off' } }] },
      ['warning', 'warning'],
    ],
  ])('%s', (_, lint, severities) => {
    const settings = settingsOf(lint);
    expect([legacy, recent].map((file) => settings.severityOf(rule, file))).toEqual(severities);
  });

  test('is that of the set of rules: a convention is lowered, another rule is not', () => {
    const severitiesOf = (lint: Lint, severity: Rule['severity']) => {
      const convention: Rule = { ...rule, severity, isConvention: true };
      return [convention, { ...rule, severity }].map((one) => settingsOf(lint).severityOf(one, legacy));
    };
    expect(severitiesOf({ extends: 'strict' }, 'error')).toEqual(['error', 'error']);
    expect(severitiesOf({ extends: 'recommended' }, 'error')).toEqual(['warning', 'error']);
    expect(severitiesOf({ extends: 'recommended' }, 'info')).toEqual(['off', 'info']);
    expect(severitiesOf({ extends: 'minimal' }, 'error')).toEqual(['off', 'error']);
    expect(severitiesOf({ extends: 'minimal', rules: { '*': 'info' } }, 'error')).toEqual(['info', 'info']);
  });

  test('is fixed for an integrity rule', () => {
    const settings = settingsOf({ rules: { 'test-rule': 'off' }, overrides: [override('**', 'info')] });
    expect(settings.severityOf(integrityRule, legacy)).toBe('error');
  });
});

describe('a rule is off everywhere', () => {
  test.each<[string, Lint, boolean]>([
    ['where the gateway says so', { rules: { 'test-rule': 'off' } }, true],
    ['not by itself', {}, false],
    ['where the gateway says so of all', { rules: { '*': 'off' } }, true],
    [
      'not where an override sets all',
      { rules: { '*': 'off' }, overrides: [{ files: ['**'], rules: { '*': 'info' } }] },
      false,
    ],
    ['not where an override alone says so', { overrides: [override('**', 'off')] }, false],
    [
      'not where an override says otherwise',
      { rules: { 'test-rule': 'off' }, overrides: [override(legacy, 'info')] },
      false,
    ],
    [
      'where overrides give it words alone',
      { rules: { 'test-rule': 'off' }, overrides: [override(legacy, { known: ['word'] })] },
      true,
    ],
  ])('%s', (_, lint, isOff) => {
    expect(settingsOf(lint).isOff(rule)).toBe(isOff);
  });

  test('never, if it is an integrity rule', () => {
    expect(settingsOf({ rules: { 'test-rule': 'off' } }).isOff(integrityRule)).toBe(false);
  });
});

describe('the options of a rule', () => {
  test('are the words built in, those for all files and those for the file', () => {
    const settings = settingsOf({
      rules: { 'test-rule': { known: ['everywhere'], other: ['too'] } },
      overrides: [
        override('apis/legacy/**', { known: ['old'] }),
        override('apis/**', { known: ['api'] }),
        override('apis/recent/**', { known: 'no list', other: [1, 'new'] }),
      ],
    });
    expect(settings.optionsOf(rule, legacy)).toEqual({
      known: new Set(['built-in', 'everywhere', 'old', 'api']),
      other: new Set(['too']),
    });
    expect(settings.optionsOf(rule, recent)).toEqual({
      known: new Set(['built-in', 'everywhere', 'api']),
      other: new Set(['too', 'new']),
    });
  });
});
