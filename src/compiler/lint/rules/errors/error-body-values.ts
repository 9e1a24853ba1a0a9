import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { errorBodies, errorSchemas, hasMessage, saysWhatIsWrong } from './bodies/error-bodies.ts';
import { namedValues, type NamedValue } from './bodies/named-values.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { SchemaNode, SchemaProperty } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';

const example = 'example: { message: There is no such breed., code: breed_unknown }';

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

/** Whether an example has a message; another rule reports an object without one. */
function isShaped({ value }: ExampleValue): boolean {
  return !isJsonObject(value) || saysWhatIsWrong(value);
}

/** The fields of a body, and the fields inside its `errors`. */
function elementsOf({ properties }: SchemaNode): readonly SchemaProperty[] {
  const errors = properties.get('errors')?.schema;
  const held = errors?.isArray ? errors.items : errors;
  return [...properties.values(), ...(held?.properties.values() ?? [])].filter(
    ({ name }) => !mayBeNull(name),
  );
}

/** Whether an element may be null: only `subErrors`, which frameworks generate as null if there is nothing to list. */
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

/** The advice on an empty value in a schema, by the keyword that contains the value. */
const adviceOn = {
  default: 'Remove the default; an element without a value is omitted.',
  const: 'Remove the element, which never has a value.',
  enum: 'Remove the value; an element without one is omitted.',
  example: 'Remove the example, or give one with a value.',
} as const satisfies Readonly<Record<NamedValue['key'], string>>;

const nullAdvice = 'Do not allow null; omit an element that has no value.';

/** The location that allows an element to be null; undefined if none does. */
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

/** The findings in the members of an example; the body itself is not an element. */
function findingsInExample({ value, pointer }: ExampleValue): readonly DefinitionFinding[] {
  return typeof value === 'object' ? findingsInMembers(value, '', pointer) : [];
}

function findingsInValue(value: Json, name: string, pointer: string): readonly DefinitionFinding[] {
  if (value === null) return mayBeNull(name) ? [] : [emptyValue(name, pointer, 'null')];
  if (value === '') return [emptyValue(name, pointer, 'an empty string')];
  return typeof value === 'object' ? findingsInMembers(value, name, pointer) : [];
}

/** The findings in the members of a value; an item of a list is reported by the name of the list. */
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
