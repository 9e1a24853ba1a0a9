import { ApprovalsFileSchema } from '#compiler/declaration/approval.ts';
import { GatewaySchema } from '#compiler/kinds/gateway/declaration.ts';
import { kindSchemas } from '#compiler/declaration/kind-schemas.ts';
import { kinds } from '#compiler/declaration/kinds.ts';
import { IgnoreFileSchema } from '#compiler/declaration/parts/ignore-entry.ts';
import { rules } from '#compiler/lint/rules.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';
import type { RuleDescription, RuleOption } from '#compiler/rule/define-rule.ts';
import { allRules, settableSeverities } from '#compiler/rule/rule-settings.ts';
import { schemaFileOf } from '#compiler/propose/render-declaration.ts';

/**
 * The JSON Schemas for editors, by file name (`api.schema.json`): of each kind of declaration, the ignore file and the
 * approvals.
 */
export function renderSchemas(): Readonly<Record<string, string>> {
  const schemas = { ...kindSchemas, Gateway: gatewaySchema() };
  const ofKinds = kinds.map((kind) => [schemaFileOf(kind), renderSchema(kind, schemas[kind])]);
  return {
    ...Object.fromEntries(ofKinds),
    'ignore.schema.json': renderSchema('ignore file', IgnoreFileSchema),
    'approvals.schema.json': renderSchema('approvals', ApprovalsFileSchema),
  };
}

/** Renders a schema without `discriminator`, a keyword of OpenAPI that only improves our own messages. */
function renderSchema(title: string, schema: object): string {
  const { discriminator: _, ...plain } = schema as { readonly discriminator?: unknown };
  const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: `Gatewright ${title}` };
  return `${JSON.stringify({ ...head, ...plain }, null, 2)}\n`;
}

const settings = { $ref: '#/definitions/ruleSettings' };

/** The schema of a gateway for editors: unlike the schema of the loader, it lists the rules, their options and their descriptions. */
function gatewaySchema(): object {
  const settable = [...rules, ...historyRules].filter(({ group }) => group !== 'integrity');
  const { properties } = GatewaySchema;
  const { lint } = properties;
  const { overrides } = lint.properties;
  const items = { ...overrides.items, properties: { ...overrides.items.properties, rules: settings } };
  return {
    ...GatewaySchema,
    properties: {
      ...properties,
      lint: {
        ...lint,
        properties: { ...lint.properties, rules: settings, overrides: { ...overrides, items } },
      },
    },
    definitions: { ruleSettings: describeSettings(settable) },
  };
}

function describeSettings(settable: readonly RuleDescription[]): object {
  return {
    type: 'object',
    description: 'Severities and options of rules, by rule name.',
    properties: {
      [allRules]: { enum: settableSeverities, description: 'The severity of all rules that are not named.' },
      ...Object.fromEntries(settable.map((rule) => [rule.name, describeSetting(rule)])),
    },
    additionalProperties: false,
  };
}

function describeSetting({ summary, severity, options = {} }: RuleDescription): object {
  const words: readonly (readonly [string, RuleOption])[] = Object.entries(options);
  return {
    description: `${summary} (default: ${severity})`,
    anyOf: [
      { enum: settableSeverities },
      {
        type: 'object',
        properties: {
          severity: { enum: settableSeverities, description: `Default: ${severity}.` },
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
