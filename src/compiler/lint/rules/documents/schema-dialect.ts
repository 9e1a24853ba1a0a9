import { dialectOf } from '#openapi/schema/dialects.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionContext } from '#compiler/rule/definition-checks.ts';
import { definitionFile } from '#compiler/rule/example-edits.ts';
import type { OpenapiNode, SchemaNode } from '#openapi/model.ts';

const inOpenapi31 = (dialect: string, schema: string) => ({
  file: definitionFile,
  content: `openapi: 3.1.0
info: { title: Dog park, version: '1' }
jsonSchemaDialect: ${dialect}
paths: {}
components:
  schemas:
    Dog: ${schema}
`,
});

/** Keywords of older dialects that the gateway does not apply. */
const ignoredKeywords: Readonly<Record<string, string>> = {
  dependencies: '`dependentRequired` or `dependentSchemas`',
  additionalItems: '`prefixItems` and `items`',
};

/**
 * Whether a schema has the `nullable: true` of OpenAPI 3.0 and a type without null, so that ignoring it refuses null.
 */
function isIgnoredNullable(schema: SchemaNode): boolean {
  if (schema.value['nullable'] !== true) return false;
  const type = schema.keyword('type');
  return typeof type === 'string' ? type !== 'null' : Array.isArray(type) && !type.includes('null');
}

/** Schemas have a dialect of JSON Schema that is known. */
export const schemaDialect = defineRule({
  name: 'schema-dialect',
  section: '4.4',
  severity: 'warning',
  group: 'design',
  summary:
    'Schemas have a known dialect of JSON Schema, and no keyword that only older dialects or OpenAPI 3.0 define.',
  why: 'Schemas of an unknown dialect are not checked, and the gateway applies the keywords of JSON Schema 2020-12.',
  examples: [
    {
      title: 'Known dialects',
      edits: [
        inOpenapi31(
          'https://json-schema.org/draft/2020-12/schema',
          "{ $schema: 'http://json-schema.org/draft-07/schema#', type: object }",
        ),
      ],
      findings: [],
    },
    {
      title: 'Unknown dialects',
      edits: [inOpenapi31('https://example.edu/dialect', '{ $schema: https://example.edu/other }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:3:20 The dialect https://example.edu/dialect is not known, so schemas with it are not checked.',
        'apis/dog_park/v1/openapi.yaml:7:21 The dialect https://example.edu/other is not known, so schemas with it are not checked.',
      ],
    },
    {
      title: 'Keywords of older dialects and of OpenAPI 3.0',
      edits: [
        inOpenapi31(
          'http://json-schema.org/draft-07/schema#',
          '{ dependencies: { name: [age] }, nullable: true, type: object }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:7:12 The gateway ignores `dependencies`.',
        'apis/dog_park/v1/openapi.yaml:7:43 The gateway ignores `nullable`.',
      ],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      if (document.mergesSiblings) checkDialect(document.rootNode, 'jsonSchemaDialect', report);
    },
    schema(schema, { report }) {
      if (!schema.document.mergesSiblings) return;
      checkDialect(schema, '$schema', report);
      if (isIgnoredNullable(schema)) {
        report({
          at: schema.pointerTo('nullable'),
          part: 'key',
          message: 'The gateway ignores `nullable`.',
          help: adviseOnNull(schema),
        });
      }
      for (const keyword in ignoredKeywords) {
        if (!Object.hasOwn(schema.value, keyword)) continue;
        report({
          at: schema.pointerTo(keyword),
          part: 'key',
          message: `The gateway ignores \`${keyword}\`.`,
          help: `Write ${ignoredKeywords[keyword]}.`,
        });
      }
    },
  },
});

/** The advice on an ignored `nullable`; a schema without its own `type` needs an alternative for null. */
function adviseOnNull({ value }: SchemaNode): string {
  return value['type'] === undefined
    ? "Write `anyOf` with the schema and `type: 'null'`."
    : "Add `'null'` to the types in `type`.";
}

function checkDialect(node: OpenapiNode, key: string, report: DefinitionContext['report']): void {
  const dialect = node.text(key);
  if (dialect === undefined || dialectOf(dialect)) return;
  report({
    at: node.pointerTo(key),
    message: `The dialect ${dialect} is not known, so schemas with it are not checked.`,
    help: 'Use the dialect of OpenAPI, or one that json-schema.org publishes.',
  });
}
