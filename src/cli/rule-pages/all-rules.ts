import { type RuleTopic, topics } from '#compiler/lint/rules.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import type { RuleDescription, ExampleEdit, Rule, RuleOption } from '#compiler/rule/define-rule.ts';
import type { BuiltInCode } from '#diagnostic/built-in-codes.ts';
import { heading, type Page, paragraph, type Block, code } from './page.ts';
import type { HistoryExample, HistoryRule } from '#compiler/plan/history/define-history-rule.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { approvalsFile } from '#compiler/workspace/suppressions.ts';
import { describeChange, describeFindings, describeExample } from './describe-example.ts';
import { settableSeverities } from '#compiler/rule/rule-settings.ts';
import { severityInSet } from '#compiler/rule/rule-sets.ts';
import { listWords } from '../views/render-counts.ts';

/**
 * How the severity of some findings is lowered, by the rule's severity: a finding that removing access can cause is
 * never an error, since removing access must always work.
 */
const lowerings = {
  error: ', but at most a warning if removing access can cause it',
  warning: ', and never of a higher one, since removing access can cause it',
  info: '',
};

type Files = Readonly<Record<string, string>>;

/** All rules by topic, including the history rules. */
export const allTopics: readonly (Pick<RuleTopic, 'title'> & {
  readonly rules: readonly RuleDescription[];
})[] = [...topics, { title: 'Changes', rules: historyRules }];

/** The page of each rule, rendered on demand. */
export const rulePages: ReadonlyMap<string, () => Page> = new Map<string, () => Page>([
  ...topics.flatMap(({ rules }) => rules.map((rule) => [rule.name, () => describeRule(rule)] as const)),
  ...historyRules.map((rule) => [rule.name, () => describeHistoryRule(rule)] as const),
]);

/** The page of a diagnostic code that does not belong to a rule. */
export function describeCode(name: string, { summary, help }: BuiltInCode): Page {
  return [
    heading(1, name),
    paragraph(summary),
    paragraph(help),
    paragraph('This is not a design rule: its severity cannot be changed and it cannot be suppressed.'),
  ];
}

/** The page of a history rule. */
function describeHistoryRule(rule: HistoryRule): Page {
  return [
    heading(1, rule.name),
    paragraph(rule.summary),
    paragraph(rule.why),
    paragraph(
      'This is a history rule: it checks changes, in `gatewright plan` and `gatewright lint --base REF`.',
    ),
    ...describeSeverity(rule),
    ...describeTwin(rule),
    heading(2, 'Examples'),
    paragraph('Each example changes a small repository without findings.'),
    ...rule.examples.flatMap(describeHistoryExample),
    heading(2, 'Approving a change'),
    paragraph(
      `A finding contains the fingerprint of its change. To allow the change, add an entry to \`${approvalsFile}\` next ` +
        'to the configuration. The entry is valid only for exactly this change:',
    ),
    code('yaml', [
      "- change: '0123456789abcdef0123456789abcdef'",
      `  rule: ${rule.name}`,
      '  reason: why this change is allowed',
      '  approvedBy: who approves it',
    ]),
  ];
}

function describeTwin({ twin }: HistoryRule): readonly Block[] {
  if (twin === undefined) return [];
  const off = `If \`${twin}\` is off, this rule is off too, since both check the same requirement.`;
  return [paragraph(`${off} \`gatewright lint --base\` reports a finding of both rules only once.`)];
}

/** An example of a history rule: the state before, the change, and the findings. */
function describeHistoryExample({ title, base, head, findings }: HistoryExample): readonly Block[] {
  const before = applyExampleEdits(cleanSources, base);
  const first = [paragraph('Before:'), ...describeEdits(base, cleanSources, before), paragraph('Change:')];
  return [
    heading(3, title),
    ...(base.length > 0 ? first : []),
    ...describeEdits(head, before, applyExampleEdits(before, head)),
    describeFindings(findings),
  ];
}

function describeEdits(edits: readonly ExampleEdit[], before: Files, after: Files): readonly Block[] {
  const files = [...new Set(edits.map(({ file }) => file))];
  return files.flatMap((file) => describeChange(file, before[file], after[file]));
}

/** The page of a rule. */
function describeRule(rule: Rule): Page {
  return [
    heading(1, rule.name),
    paragraph(rule.summary),
    paragraph(rule.why),
    ...describeSeverity(
      rule,
      rule.examples.some((example) => example.severity === 'warning'),
    ),
    ...describeOptions(rule),
    heading(2, 'Examples'),
    paragraph('Each example changes a small repository without findings.'),
    ...rule.examples.flatMap(describeExample),
    ...describeSuppression(rule),
  ];
}

function describeOptions({ name, options = {} }: Rule): readonly Block[] {
  const entries: readonly (readonly [string, RuleOption])[] = Object.entries(options);
  if (entries.length === 0) return [];
  const settings = entries.map(([option]) => `${option}: [one, another]`).join(', ');
  return [
    heading(2, 'Options'),
    ...entries.flatMap(([option, { description, words }]) => [
      paragraph(`\`${option}\`: ${description} ${describeWords(words)}`),
    ]),
    paragraph('`gateway.config.yaml` can add words to the built-in ones:'),
    code('yaml', ['lint:', '  rules:', `    ${name}: { ${settings} }`]),
  ];
}

function describeWords(words: readonly string[]): string {
  if (words.length === 0) return 'No words are built in.';
  return `Built in: ${words.map((word) => `\`${word}\``).join(', ')}.`;
}

function describeSuppression({ name, group }: Rule): readonly Block[] {
  const title = heading(2, 'Suppressing a finding');
  if (group === 'integrity')
    return [title, paragraph('Compilation relies on this rule, so its findings cannot be suppressed.')];
  return [
    title,
    paragraph(
      'In YAML, write a comment with the reason on the line above the finding, or at the end of its line:',
    ),
    code('yaml', [`# gatewright-ignore ${name}: why this is acceptable`]),
    paragraph('JSON has no comments, so add an entry to `gatewright-ignore.yaml` next to the configuration:'),
    code('yaml', [
      `- rule: ${name}`,
      '  file: apis/dog_park/v1/openapi.json',
      '  pointer: /paths/~1dogs',
      '  reason: why this is acceptable',
    ]),
  ];
}

/** The severity of a rule, and how to configure it. */
function describeSeverity(rule: RuleDescription, isLowered = false): readonly Block[] {
  const { name, severity, group } = rule;
  const lowered = isLowered ? lowerings[severity] : '';
  const what = `Findings have the severity \`${severity}\`${lowered}.${describeSets(rule)}`;
  if (group === 'integrity')
    return [
      heading(2, 'Severity'),
      paragraph(`${what} Compilation relies on it, so its severity cannot be changed.`),
    ];
  const severities = listWords(
    settableSeverities.map((one) => `\`${one}\``),
    'or',
  );
  return [
    heading(2, 'Severity'),
    paragraph(
      `${what} \`gateway.config.yaml\` can set another severity, ${severities}, for all files or for some:`,
    ),
    code('yaml', [
      'lint:',
      '  rules:',
      `    ${name}: ${severity !== 'warning' ? 'warning' : isLowered ? 'info' : 'error'}`,
      '  overrides:',
      '    - files: [apis/dog_park/**]',
      `      rules: { ${name}: off }`,
    ]),
  ];
}

function describeSets(rule: Pick<RuleDescription, 'severity' | 'isConvention'>): string {
  if (!rule.isConvention) return '';
  const sets = ['recommended', 'minimal'] as const;
  const severities = sets.map((set) => `\`${severityInSet(rule, set)}\` with \`lint.extends: ${set}\``);
  return ` It is ${listWords(severities, 'and')}.`;
}
