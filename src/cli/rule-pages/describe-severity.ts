import type { RuleDescription } from '../../compiler/rule/define-rule.ts';
import { settableSeverities } from '../../compiler/rule/rule-settings.ts';
import { listWords } from '../views/list-words.ts';
import { code, heading, paragraph, type Block } from './page.ts';

/** How bad it is to break a rule, and how a gateway sets that. */
export function describeSeverity({ name, section, severity, group }: RuleDescription): readonly Block[] {
  const what = `A finding is of severity \`${severity}\`. The rule keeps section ${section} of the requirements.`;
  if (group === 'integrity')
    return [heading(2, 'Severity'), paragraph(`${what} Compiling relies on it, so it cannot be changed.`)];
  const severities = listWords(
    settableSeverities.map((one) => `\`${one}\``),
    'or',
  );
  return [
    heading(2, 'Severity'),
    paragraph(`${what} \`gateway.config.yaml\` sets another one, ${severities}, for all files or for some:`),
    code('yaml', [
      'lint:',
      '  rules:',
      `    ${name}: ${severity === 'warning' ? 'error' : 'warning'}`,
      '  overrides:',
      '    - files: [apis/dog_park/**]',
      `      rules: { ${name}: off }`,
    ]),
  ];
}
