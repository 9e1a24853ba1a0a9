import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import {
  errorBodies,
  errorSchemas,
  hasMessage,
  saysWhatIsWrong,
} from '#compiler/rule/bodies/error-bodies.ts';
import { namedValues, type NamedValue } from '#compiler/rule/bodies/named-values.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { SchemaNode, SchemaProperty } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';

const example = 'example: { message: There is no such breed., code: breed_unknown }';
const code = 'code: { type: string }';
const codeIs = (schema: string) => editDefinition(code, `code: ${schema}`);

/** Fields of an error without a value are omitted. */
export const errorBodyValues = defineRule({
  name: 'error-body-values',
  section: '7.2',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'No element of an error body is null or an empty string.',
  why: 'A client shows the elements that are present, so it would have to check for empty ones.',
  examples: [
    { title: 'Elements with a value', edits: [], findings: [] },
    {
      title: 'The list of the generated shape may be null',
      edits: [
        editDefinition(example, 'example: { errors: { message: There is no such breed., subErrors: null } }'),
      ],
      findings: [],
    },
    {
      title: 'A null and an empty string in the example of a body',
      edits: [editDefinition(example, "example: { message: No., code: '', errors: [{ message: null }] }")],
      findings: [
        'apis/dog_park/v1/openapi.yaml:104:42 The element `code` is an empty string.',
        'apis/dog_park/v1/openapi.yaml:104:66 The element `message` is null.',
      ],
    },
    {
      title: 'One of several examples',
      edits: [
        editDefinition(
          example,
          "examples:\n            breed: { value: { message: There is no such breed. } }\n            size: { value: { message: '' } }",
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:106:39 The element `message` is an empty string.'],
    },
    {
      title: 'A body without a schema',
      edits: [
        editDefinition(
          `schema: { $ref: '#/components/schemas/Error' }\n          ${example}`,
          "example: { message: No., code: '' }",
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:103:42 The element `code` is an empty string.'],
    },
    {
      title: 'A default, an example and a constant',
      edits: [
        editDefinition('openapi: 3.0.3', 'openapi: 3.1.0'),
        editDefinition(
          'developerMessage: { type: string }',
          "developerMessage: { type: string, default: '' }",
        ),
        editDefinition(
          'moreInformation: { type: string, format: uri }',
          "moreInformation: { examples: [''] }",
        ),
        codeIs("{ const: '' }"),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:159:52 The element `developerMessage` is an empty string.',
        'apis/dog_park/v1/openapi.yaml:160:39 The element `moreInformation` is an empty string.',
        'apis/dog_park/v1/openapi.yaml:161:24 The element `code` is an empty string.',
      ],
    },
    {
      title: 'One of the values of an enumeration',
      edits: [codeIs("{ enum: [breed_unknown, ''] }")],
      findings: ['apis/dog_park/v1/openapi.yaml:161:39 The element `code` is an empty string.'],
    },
    {
      title: 'A nullable field is reported once',
      edits: [codeIs('{ type: string, nullable: true, enum: [breed_unknown, null], default: null }')],
      findings: ['apis/dog_park/v1/openapi.yaml:161:31 The element `code` may be null.'],
    },
    {
      title: 'A field that may be null, in OpenAPI 3.1, in what `errors` holds',
      edits: [
        editDefinition('openapi: 3.0.3', 'openapi: 3.1.0'),
        editDefinition(
          '              message: { type: string }\n',
          '              message: { type: string }\n              field: { type: [string, "null"] }\n              value: { anyOf: [{ type: string }, { type: "null" }] }\n',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:168:30 The element `field` may be null.',
        'apis/dog_park/v1/openapi.yaml:169:15 The element `value` may be null.',
      ],
    },
    {
      title: 'A body without a message, which another rule reports',
      edits: [
        editDefinition(
          "schema: { $ref: '#/components/schemas/Error' }",
          'schema: { properties: { title: { type: string, nullable: true } } }',
        ),
        editDefinition(example, "example: { title: '' }"),
      ],
      findings: [],
    },
    {
      title: 'An example without a message, which another rule reports',
      edits: [editDefinition(example, 'example: { dog: Rex, born: null }')],
      findings: [],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      const schemas = errorSchemas(document);
      const examples = [
        ...errorBodies(document)
          .filter(hasMessage)
          .flatMap((body) => body.examples),
        ...schemas.flatMap((schema) => schema.examples),
      ];
      for (const one of examples.filter(isShaped)) findingsInExample(one).forEach(report);
      for (const property of schemas.flatMap(elementsOf)) findingsInElement(property).forEach(report);
    },
  },
});

/** An example without a message is wrong as a whole, as a body is. */
function isShaped({ value }: ExampleValue): boolean {
  return !isJsonObject(value) || saysWhatIsWrong(value);
}

/** The fields of a body, and those inside its `errors`. */
function elementsOf({ properties }: SchemaNode): readonly SchemaProperty[] {
  const errors = properties.get('errors')?.schema;
  const held = errors?.isArray ? errors.items : errors;
  return [...properties.values(), ...(held?.properties.values() ?? [])].filter(
    ({ name }) => !mayBeNull(name),
  );
}

/** The only element of the generated shape, null if there is nothing to list. */
function mayBeNull(name: string): boolean {
  return name === 'subErrors';
}

function findingsInElement(property: SchemaProperty): readonly DefinitionFinding[] {
  const { schema, name } = property;
  if (!schema) return [];
  const nullable = findNull(property, schema);
  if (nullable) return [{ ...nullable, message: `The element \`${name}\` may be null.`, help: nullAdvice }];
  return namedValues(schema).flatMap(({ value, pointer, key }) =>
    findingsInValue(value, name, pointer).map((finding) =>
      finding.at === pointer ? { ...finding, help: adviceOn[key] } : finding,
    ),
  );
}

/** What to do with an empty value that a schema names for its element. */
const adviceOn = {
  default: 'Remove the default; an element without a value is omitted.',
  const: 'Remove the element, which never has a value.',
  enum: 'Remove the value; an element without one is omitted.',
  example: 'Remove the example, or give one with a value.',
} as const satisfies Readonly<Record<NamedValue['key'], string>>;

const nullAdvice = 'Do not allow null; omit an element that has no value.';

/** Where an element is allowed to be null. */
function findNull(
  { pointer }: SchemaProperty,
  schema: SchemaNode,
): Pick<DefinitionFinding, 'at' | 'part'> | undefined {
  const isNull = schema.types.includes('null') || schema.keyword('nullable') === true;
  if (!isNull && !schema.alternatives.some(({ types }) => types.join() === 'null')) return undefined;
  if (!isNull || schema.pointer !== pointer) return { at: pointer, part: 'key' };
  if (schema.value['nullable'] === true) return { at: schema.pointerTo('nullable'), part: 'key' };
  return { at: schema.pointerTo('type') };
}

/** The body itself is not an element. */
function findingsInExample({ value, pointer }: ExampleValue): readonly DefinitionFinding[] {
  return typeof value === 'object' ? findingsInMembers(value, '', pointer) : [];
}

function findingsInValue(value: Json, name: string, pointer: string): readonly DefinitionFinding[] {
  if (value === null) return mayBeNull(name) ? [] : [emptyValue(name, pointer, 'null')];
  if (value === '') return [emptyValue(name, pointer, 'an empty string')];
  return typeof value === 'object' ? findingsInMembers(value, name, pointer) : [];
}

/** An item of a list has the name of the list. */
function findingsInMembers(value: Json, name: string, pointer: string): readonly DefinitionFinding[] {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) =>
      findingsInValue(item, name, appendPointer(pointer, index)),
    );
  }
  const members = isJsonObject(value) ? Object.entries(value) : [];
  return members.flatMap(([key, member]) => findingsInValue(member, key, appendPointer(pointer, key)));
}

function emptyValue(name: string, at: string, what: string): DefinitionFinding {
  const help = name === 'message' ? 'Describe what went wrong.' : 'Remove the element.';
  return { at, message: `The element \`${name}\` is ${what}.`, help };
}
