import { defineRule } from '#compiler/rule/define-rule.ts';
import { adviseOnErrorField } from './bodies/advise-on-error-field.ts';
import { errorSchemas } from './bodies/error-bodies.ts';
import { isSharedWithResources } from './bodies/shared-with-resources.ts';
import { errorFieldTypes, type FieldTypes, generatedFieldTypes } from './bodies/error-field-types.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { readWords } from '#compiler/rule/words/split-words.ts';
import type { SchemaNode } from '#openapi/model.ts';

const code = 'code: { type: string }';

/** An error body has the fields of the table in section 7.2, and no others. */
export const errorBodyFields = defineRule<'fields'>({
  name: 'error-body-fields',
  section: '7.2',
  // An info, since the shape of the table is only recommended.
  severity: 'info',
  group: 'design',
  isConvention: true,
  summary: 'An error body has only the fields that all APIs have.',
  why: 'Clients do not read a field that only one API has, and a second name for the same field confuses them.',
  options: {
    fields: {
      description: 'The fields that an error body may have.',
      effect: 'allow',
      // HAL allows `_links` and `_embedded` in every body.
      words: readWords('message developerMessage moreInformation errors code _links _embedded'),
    },
  },
  examples: [
    { title: 'The fields of the table', edits: [], findings: [] },
    {
      title: 'Links, as HAL has them',
      edits: [editDefinition(code, '_links: { type: object }')],
      findings: [],
    },
    {
      title: 'An additional field',
      edits: [editDefinition(code, 'timestamp: { type: string, format: date-time }')],
      findings: ['apis/dog_park/v1/openapi.yaml:161:9 The field `timestamp` is not an error body field.'],
    },
  ],
  checkDefinition: {
    definition(document, { report, options: { fields } }) {
      for (const schema of errorSchemas(document)) {
        for (const finding of findUnknown(schema, fields, errorFieldTypes)) report(finding);
        const errors = schema.properties.get('errors')?.schema;
        if (!errors?.isObject) continue;
        for (const finding of findUnknown(errors, generated, generatedFieldTypes)) report(finding);
      }
    },
  },
});

const generated = new Set(Object.keys(generatedFieldTypes));

function findUnknown(
  schema: SchemaNode,
  known: ReadonlySet<string>,
  types: FieldTypes,
): readonly DefinitionFinding[] {
  const unknown = [...schema.properties.values()].filter(({ name }) => !known.has(name));
  const first = new Map<string, string>();
  return unknown.map((field) => {
    const { name, pointer } = field;
    const { help, becomes = name } = adviseOnErrorField(field, known, types, schema.properties);
    const twin = first.get(becomes);
    if (twin === undefined) first.set(becomes, name);
    const own = twin === undefined ? help : `Combine it with \`${twin}\` as \`${becomes}\`, or remove it.`;
    return {
      at: pointer,
      part: 'key',
      message: `The field \`${name}\` is not an error body field.`,
      help: isSharedWithResources(schema, name) ? separate : own,
    };
  });
}

const separate =
  'Give errors a schema of their own, without this field, since other bodies are of this schema too.';
