import { GatewaySchema } from '../../compiler/declaration/gateway.ts';
import type { RuleDescription, RuleOption } from '../../compiler/rule/define-rule.ts';
import { settableSeverities } from '../../compiler/rule/rule-settings.ts';

const settings = { $ref: '#/definitions/ruleSettings' };

/** The schema of a gateway for editors: beside what the loader asks it knows the rules, their options and what each is for. */
export function gatewaySchemaWith(rules: readonly RuleDescription[]): object {
  const { properties } = GatewaySchema;
  const { lint } = properties;
  const { overrides } = lint.properties;
  const items = { ...overrides.items, properties: { ...overrides.items.properties, rules: settings } };
  return {
    ...GatewaySchema,
    properties: {
      ...properties,
      lint: { ...lint, properties: { rules: settings, overrides: { ...overrides, items } } },
    },
    definitions: { ruleSettings: describeSettings(rules.filter(({ group }) => group !== 'integrity')) },
  };
}

function describeSettings(rules: readonly RuleDescription[]): object {
  return {
    type: 'object',
    description: 'Severities and options of rules, by rule.',
    properties: Object.fromEntries(rules.map((rule) => [rule.name, describeSetting(rule)])),
    additionalProperties: false,
  };
}

function describeSetting({ summary, severity, options = {} }: RuleDescription): object {
  const words: readonly (readonly [string, RuleOption])[] = Object.entries(options);
  return {
    description: `${summary} (${severity} if left out)`,
    anyOf: [
      { enum: settableSeverities },
      {
        type: 'object',
        properties: {
          severity: { enum: settableSeverities, description: `${severity} if left out.` },
          ...Object.fromEntries(words.map(([name, option]) => [name, describeWords(option)])),
        },
        additionalProperties: false,
      },
    ],
  };
}

function describeWords({ description }: RuleOption): object {
  return { type: 'array', items: { type: 'string' }, description };
}
