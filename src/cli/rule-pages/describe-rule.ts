import type { Rule, RuleOption } from '#compiler/rule/define-rule.ts';
import { describeExample } from './describe-example.ts';
import { describeSeverity } from './describe-severity.ts';
import { code, heading, paragraph, type Block, type Page } from './page.ts';

/** The page of a rule. */
export function describeRule(rule: Rule): Page {
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
