import type { GatewayDeclaration } from '../kinds/gateway/declaration.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Severities of rules by their names, `off` included. */
export type Severities = Readonly<Record<string, 'error' | 'warning' | 'info' | 'off'>>;

/** A workspace whose rules have other severities, in all files, whatever its configuration says. */
export function chooseSeverities(workspace: Workspace, severities: Severities): Workspace {
  const { value, place } = workspace.gateway;
  return { ...workspace, gateway: { value: { ...value, lint: changeLint(value.lint, severities) }, place } };
}

type LintSettings = NonNullable<GatewayDeclaration['lint']>;

function changeLint({ rules, overrides }: LintSettings = {}, severities: Severities): LintSettings {
  return {
    rules: changeRules(rules, severities),
    ...(overrides && {
      overrides: overrides.map((one) => ({ ...one, rules: changeRules(one.rules, severities) })),
    }),
  };
}

/** The words of a rule's settings stay. */
function changeRules(
  rules: LintSettings['rules'] = {},
  severities: Severities,
): NonNullable<LintSettings['rules']> {
  const changed = Object.entries(severities).map(([name, severity]) => {
    const known = rules[name];
    return [name, typeof known === 'object' ? { ...known, severity } : severity] as const;
  });
  return { ...rules, ...Object.fromEntries(changed) };
}
