import { placeOf, type Place } from '#source/place.ts';
import type { GatewayDeclaration, RuleSetting } from '#compiler/kinds/gateway/declaration.ts';
import { historyRuleNames } from '#compiler/declaration/parts/ignore-entry.ts';
import { defineRule, type Rule, type RuleDescription } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import { allRules, isSeverity, settableSeverities as severities } from '#compiler/rule/rule-settings.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import type { Declared } from '#compiler/workspace/declared.ts';

const name = 'gateway-lint-rules';

function editSettings(settings: string) {
  return [editGateway('deployments:', `lint:\n  rules:\n    ${settings}\ndeployments:`)];
}

/** The facts about a rule that are needed to check its settings. */
type Settable = Pick<RuleDescription, 'name' | 'group' | 'options'>;

/** The rule that checks the settings of all rules; it takes the other rules, since it needs their names and options. */
export function gatewayLintRules(others: readonly Rule[]): Rule {
  const onHistory = historyRuleNames.map((ruleName) => ({ name: ruleName, group: 'history' }) as const);
  const rules = new Map<string, Settable>([...others, ...onHistory].map((one) => [one.name, one]));
  const rule = defineRule({
    name,
    section: '2.2',
    severity: 'error',
    group: 'integrity',
    summary: 'The gateway configures only rules that exist, and no integrity rules.',
    why: 'A setting for a misspelled rule has no effect, and compilation relies on every integrity rule.',
    examples: [
      { title: 'A design rule', edits: editSettings('api-name-words: off'), findings: [] },
      {
        title: 'An option for all rules',
        edits: editSettings("'*': { severity: warning, singular: [campus] }"),
        findings: ['gateway.config.yaml:6:10 The setting of all rules is not a severity.'],
      },
      {
        title: 'A misspelled rule',
        edits: editSettings('api-name-word: off'),
        findings: ['gateway.config.yaml:6:5 The rule api-name-word does not exist.'],
      },
    ],
    check: { gateway: (gateway, { report }) => checkGateway(gateway, rules, report) },
  });
  return rules.set(name, rule) && rule;
}

type Report = (finding: Finding) => void;

function checkGateway(
  { value, place }: Declared<GatewayDeclaration>,
  rules: ReadonlyMap<string, Settable>,
  report: Report,
): void {
  const { lint } = value;
  checkSettings(lint?.rules ?? {}, placeOf(place, 'lint', 'rules'), rules, report);
  for (const [index, override] of (lint?.overrides ?? []).entries()) {
    checkSettings(override.rules, placeOf(place, 'lint', 'overrides', index, 'rules'), rules, report);
  }
}

function checkSettings(
  settings: Readonly<Record<string, RuleSetting>>,
  place: Place,
  rules: ReadonlyMap<string, Settable>,
  report: Report,
): void {
  for (const [ruleName, setting] of Object.entries(settings)) {
    const at = placeOf(place, ruleName);
    const rule = rules.get(ruleName);
    if (ruleName === allRules) checkSettingOfAll(setting, at, report);
    else if (!rule) {
      const help = suggestName(ruleName, rules.keys(), 'Remove the setting.');
      report({ at, part: 'key', message: `The rule ${ruleName} does not exist.`, help });
    } else if (rule.group === 'integrity') {
      const message = `The rule ${ruleName} has a fixed severity, since compilation relies on it.`;
      report({ at, part: 'key', message, help: 'Remove the setting.' });
    } else checkSetting(setting, rule, at, report);
  }
}

function checkSettingOfAll(setting: RuleSetting, at: Place, report: Report): void {
  if (typeof setting === 'string') return checkSeverity(setting, at, report);
  const message = 'The setting of all rules is not a severity.';
  report({ at, message, help: `Write one of ${severities.join(', ')}.` });
}

function checkSetting(setting: RuleSetting, rule: Settable, at: Place, report: Report): void {
  if (typeof setting === 'string') return checkSeverity(setting, at, report);
  for (const [option, value] of Object.entries(setting)) {
    if (option === 'severity') checkSeverity(value, placeOf(at, option), report);
    else checkOption(option, value, rule, placeOf(at, option), report);
  }
}

function checkSeverity(value: unknown, at: Place, report: Report): void {
  if (isSeverity(value)) return;
  const help = suggestName(
    typeof value === 'string' ? value : JSON.stringify(value),
    severities,
    `Severities are ${severities.join(', ')}.`,
  );
  report({ at, message: `The severity ${JSON.stringify(value)} does not exist.`, help });
}

function checkOption(option: string, value: unknown, rule: Settable, at: Place, report: Report): void {
  const options = Object.keys(rule.options ?? {});
  if (!options.includes(option)) {
    const known = ['severity', ...options];
    const help = suggestName(option, known, `Its settings are ${known.join(', ')}.`);
    report({ at, part: 'key', message: `The rule ${rule.name} has no option ${option}.`, help });
  } else if (!Array.isArray(value) || value.some((word) => typeof word !== 'string')) {
    const help = rule.options?.[option]?.description ?? 'Write a list.';
    report({ at, message: `The option ${option} is not a list of words.`, help });
  }
}
