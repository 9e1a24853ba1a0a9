import type { RuleDescription } from '../../compiler/rule/define-rule.ts';
import { settableSeverities } from '../../compiler/rule/rule-settings.ts';
import { listWords } from '../views/render-counts.ts';
import { type Block, code, heading, paragraph } from './page.ts';

/** What taking access away may lead to is never an error, since it always has to work. */
const lowerings = {
  error: ', but at most a warning where taking access away may lead to it',
  warning: ', and never of a higher one, since taking access away may lead to it',
  info: '',
};

/** How bad it is to break a rule, and how a gateway sets that. */
export function describeSeverity(
  { name, section, severity, group }: RuleDescription,
  isLowered = false,
): readonly Block[] {
  const lowered = isLowered ? lowerings[severity] : '';
  const what = `A finding is of severity \`${severity}\`${lowered}. The rule keeps section ${section} of the requirements.`;
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
      `    ${name}: ${severity !== 'warning' ? 'warning' : isLowered ? 'info' : 'error'}`,
      '  overrides:',
      '    - files: [apis/dog_park/**]',
      `      rules: { ${name}: off }`,
    ]),
  ];
}
