import type { RuleDescription } from '#compiler/rule/define-rule.ts';
import { settableSeverities } from '#compiler/rule/rule-settings.ts';
import { severityInSet } from '#compiler/rule/rule-sets.ts';
import { listWords } from '../views/render-counts.ts';
import { type Block, code, heading, paragraph } from './page.ts';

/** A finding that removing access can cause is never an error, since removing access must always work. */
const lowerings = {
  error: ', but at most a warning if removing access can cause it',
  warning: ', and never of a higher one, since removing access can cause it',
  info: '',
};

/** The severity of a rule, and how to configure it. */
export function describeSeverity(rule: RuleDescription, isLowered = false): readonly Block[] {
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
