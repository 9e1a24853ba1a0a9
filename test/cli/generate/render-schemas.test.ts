import { Ajv, type ErrorObject } from 'ajv';
import { describe, expect, test } from 'vitest';
import { renderSchemas } from '#cli/new-repository/render-schemas.ts';
import { declarationFormats } from '#compiler/load/validators/declaration-formats.ts';
import { rules } from '#compiler/lint/rules.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';

const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true, formats: declarationFormats });
const validate = ajv.compile(JSON.parse(renderSchemas()['gateway.schema.json'] ?? '') as object);

/** An editor's messages about the settings of rules, for all files and for some. */
function check(settings: unknown): readonly (readonly string[])[] {
  const head = {
    kind: 'Gateway',
    format: 1,
    organisation: 'Example',
    deployments: { production: { gatewayUrl: 'https://a.example' } },
  };
  return [{ rules: settings }, { overrides: [{ files: ['apis/**'], rules: settings }] }].map((lint) => {
    validate({ ...head, lint });
    return (validate.errors ?? []).map(
      ({ instancePath, keyword }: ErrorObject) => `${instancePath} ${keyword}`,
    );
  });
}

describe('the schema of a gateway for editors', () => {
  const settable = [...rules, ...historyRules].filter(({ group }) => group !== 'integrity');

  test.each(settable.map((rule) => [rule.name, rule] as const))(
    'knows %s, its severities and its options',
    (name, { options = {} }) => {
      const words = Object.fromEntries(Object.keys(options).map((option) => [option, ['word']]));
      for (const severity of ['off', 'info', 'warning', 'error']) {
        expect(check({ [name]: severity })).toEqual([[], []]);
        expect(check({ [name]: { severity, ...words } })).toEqual([[], []]);
      }
    },
  );

  test.each<[string, unknown, string]>([
    ['a rule that there is not', { 'path-plurals': 'off' }, ' additionalProperties'],
    ['a rule that compiling relies on', { 'dangling-reference': 'off' }, ' additionalProperties'],
    ['a severity that there is not', { 'path-plural': 'warn' }, '/path-plural enum'],
    ['an option that there is not', { 'path-plural': { plurals: [] } }, '/path-plural additionalProperties'],
  ])('refuses %s', (_, settings, error) => {
    const [everywhere, somewhere] = check(settings);
    expect(everywhere).toContain(`/lint/rules${error}`);
    expect(somewhere).toContain(`/lint/overrides/0/rules${error}`);
  });

  test('says of each rule what it asks', () => {
    const { definitions } = JSON.parse(renderSchemas()['gateway.schema.json'] ?? '') as {
      readonly definitions: {
        readonly ruleSettings: {
          readonly properties: Readonly<Record<string, { readonly description: string }>>;
        };
      };
    };
    expect(definitions.ruleSettings.properties['path-snake-case']?.description).toBe(
      'The segments of a path are in snake_case. (default: error)',
    );
  });
});
