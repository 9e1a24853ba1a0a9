import type { GatewayDeclaration } from '../kinds/gateway/declaration.ts';

/** Severities of rules by their names, `off` included. */
export type Severities = Readonly<Record<string, 'error' | 'warning' | 'info' | 'off'>>;

/** A configuration in which rules have other severities, in all files. */
export function chooseSeverities(gateway: GatewayDeclaration, severities: Severities): GatewayDeclaration {
  return { ...gateway, lint: changeLint(gateway.lint, severities) };
}

type LintSettings = NonNullable<GatewayDeclaration['lint']>;

function changeLint(
  { rules, overrides, ...others }: LintSettings = {},
  severities: Severities,
): LintSettings {
  return {
    ...others,
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
