import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { errorSchemas } from './bodies/error-bodies.ts';
import {
  errorFieldTypes,
  type FieldTypes,
  generatedFieldTypes,
  hasOnlyTypes,
} from './bodies/error-field-types.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { lackingInErrors } from './bodies/lacking-message.ts';
import { placeOfType } from '#compiler/rule/parts/schema-members.ts';
import type { SchemaNode, SchemaProperty } from '#openapi/model.ts';

const code = 'code: { type: string }';
const errorList = `        errors:
          type: array
          items:
            type: object
            properties:
              message: { type: string }
`;

/** The fields of an error body are of the types of the table in section 7.2. */
export const errorBodyTypes = defineRule({
  name: 'error-body-types',
  section: '7.2',
  // An error: sending such a body is only recommended, but its content is required.
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The fields of an error body are strings, and the items of `errors` are objects with a `message`.',
  why: 'The same client code reads the errors of all APIs, so the types must be the same everywhere.',
  examples: [
    { title: 'A type that is left open', edits: [editDefinition(code, 'code: {}')], findings: [] },
    {
      title: 'A code that is a number',
      edits: [editDefinition(code, 'code: { type: integer }')],
      findings: ['apis/dog_park/v1/openapi.yaml:161:23 The `code` of an error is not a string.'],
    },
    {
      title: 'Errors that are strings beside a message',
      edits: [editDefinition(errorList, '        errors: { type: array, items: { type: string } }\n')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:162:9 The items of `errors` are not objects with a `message`.',
      ],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      for (const schema of errorSchemas(document)) {
        for (const finding of findingsIn(schema)) report(finding);
      }
    },
  },
});

function findingsIn(schema: SchemaNode): readonly DefinitionFinding[] {
  const errors = schema.properties.get('errors');
  return [
    ...wrongTypes(schema, errorFieldTypes),
    ...(errors?.schema ? findingsInErrors(errors, errors.schema) : []),
  ];
}

function findingsInErrors(errors: SchemaProperty, held: SchemaNode): readonly DefinitionFinding[] {
  if (!held.isArray) return held.isObject ? wrongTypes(held, generatedFieldTypes) : [];
  if (lackingInErrors(held).length === 0) {
    return held.items ? wrongTypes(held.items, { message: ['string'] }) : [];
  }
  return [
    {
      at: errors.pointer,
      part: 'key',
      message: 'The items of `errors` are not objects with a `message`.',
      help: 'Make each item an object with a string `message`.',
    },
  ];
}

function wrongTypes(schema: SchemaNode, types: FieldTypes): readonly DefinitionFinding[] {
  return Object.entries(types).flatMap(([name, allowed]) => {
    const property = schema.properties.get(name);
    return property?.schema && !hasOnlyTypes(property.schema, allowed) ? [wrongType(property, allowed)] : [];
  });
}

function wrongType(property: SchemaProperty, [type = '']: readonly string[]): DefinitionFinding {
  const article = /^[aeiou]/.test(type) ? 'an' : 'a';
  return {
    ...placeOfType(property),
    message: `The \`${property.name}\` of an error is not ${article} ${type}.`,
    help: `Make it ${article} ${type}.`,
  };
}
