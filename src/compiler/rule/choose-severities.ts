import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { RuleSet } from './rule-sets.ts';

/** Severities of rules by their names, `off` included. */
export type Severities = Readonly<Record<string, 'error' | 'warning' | 'info' | 'off'>>;

/** The choices for one check, which override the configuration. */
export interface RuleChoices {
  /** The set of rules that the settings of the configuration start from. */
  readonly extends?: RuleSet;
  readonly severities?: Severities;
}

/** Returns a configuration with the chosen rule set and severities, for all files. */
export function chooseSeverities(gateway: GatewayDeclaration, choices: RuleChoices): GatewayDeclaration {
  const lint = { ...gateway.lint, ...(choices.extends && { extends: choices.extends }) };
  return { ...gateway, lint: changeLint(lint, choices.severities ?? {}) };
}

type LintSettings = NonNullable<GatewayDeclaration['lint']>;

function changeLint({ rules, overrides, ...others }: LintSettings, severities: Severities): LintSettings {
  return {
    ...others,
    rules: changeRules(rules, severities),
    ...(overrides && {
      overrides: overrides.map((one) => ({ ...one, rules: changeRules(one.rules, severities) })),
    }),
  };
}

/** Replaces the severities of rules; the words in their settings do not change. */
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
