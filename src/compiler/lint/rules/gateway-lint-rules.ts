import { placeOf } from '../../../source/place.ts';
import type { GatewayDeclaration } from '../../declaration/gateway.ts';
import { defineRule, type Rule } from '../../rule/define-rule.ts';
import { editGateway } from '../../rule/example-edits.ts';
import { suggestName } from '../../workspace/suggest-name.ts';
import type { Finding } from '../../workspace/finding.ts';
import type { Declared } from '../../workspace/workspace.ts';

const name = 'gateway-lint-rules';

function editSettings(settings: string) {
  return [editGateway('deployments:', `lint:\n  rules:\n    ${settings}\ndeployments:`)];
}

/** Made from the other rules, since it has to know which there are. */
export function gatewayLintRules(rules: readonly Rule[]): Rule {
  const groups = new Map([
    ...rules.map((rule) => [rule.name, rule.group] as const),
    [name, 'integrity'] as const,
  ]);
  return defineRule({
    name,
    section: '2.2',
    severity: 'error',
    group: 'integrity',
    summary: 'The gateway sets the severity of design rules that there are, and of no integrity rule.',
    why: 'A setting for a rule that is misspelled would change nothing, and compiling relies on every integrity rule.',
    examples: [
      { title: 'A design rule', edits: editSettings('api-name-words: off'), findings: [] },
      {
        title: 'A misspelled rule',
        edits: editSettings('api-name-word: off'),
        findings: ['gateway.config.yaml:6:5 There is no rule api-name-word.'],
      },
      {
        title: 'An integrity rule',
        edits: editSettings('dangling-reference: warning'),
        findings: [
          'gateway.config.yaml:6:5 The rule dangling-reference has a fixed severity, since compiling relies on it.',
        ],
      },
    ],
    check: { gateway: (gateway, { report }) => checkSettings(gateway, groups, report) },
  });
}

function checkSettings(
  { value, place }: Declared<GatewayDeclaration>,
  groups: ReadonlyMap<string, Rule['group']>,
  report: (finding: Finding) => void,
): void {
  for (const rule of Object.keys(value.lint?.rules ?? {})) {
    const at = placeOf(place, 'lint', 'rules', rule);
    const group = groups.get(rule);
    if (group === undefined) {
      const help = suggestName(rule, groups.keys(), 'Remove the setting.');
      report({ at, part: 'key', message: `There is no rule ${rule}.`, help });
    } else if (group === 'integrity') {
      const message = `The rule ${rule} has a fixed severity, since compiling relies on it.`;
      report({ at, part: 'key', message, help: 'Remove the setting.' });
    }
  }
}
