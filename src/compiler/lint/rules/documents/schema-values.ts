import { appendPointer } from '#source/place.ts';
import { findMisfits, type Way } from '#compiler/rule/bodies/find-misfit.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionContext, DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { checkListed } from '#compiler/rule/documents/check-listed.ts';
import { editDefinition, swaggerParameter } from '#compiler/rule/example-edits.ts';
import { isRefused } from '#compiler/rule/queries/parameter-values.ts';
import type { BodyNode, HeaderNode, OpenapiNode, ParameterNode, SchemaNode } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';

const limitSchema = '{ type: integer, minimum: 1, maximum: 100, default: 20 }';
const limitIs = (schema: string) => editDefinition(limitSchema, schema);
const errorIs = (example: string) =>
  editDefinition('example: { message: There is no such breed., code: breed_unknown }', `example: ${example}`);

/** Defaults and examples are values that the schema allows. */
export const schemaValues = defineRule({
  name: 'schema-values',
  section: '4.4',
  severity: 'warning',
  group: 'design',
  summary: 'Defaults, examples and listed values fit their schema.',
  why: 'Callers copy examples, and clients send defaults; the gateway refuses both if the schema does.',
  examples: [
    { title: 'Values that fit', edits: [], findings: [] },
    {
      title: 'null where it is allowed',
      edits: [limitIs('{ type: integer, nullable: true, default: null }')],
      findings: [],
    },
    {
      title: 'A default of another type, and one below a limit',
      edits: [
        limitIs("{ type: integer, default: '20' }"),
        editDefinition(
          '{ type: integer, minimum: 0, default: 0 }',
          '{ type: integer, minimum: 1, default: 0 }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:16:57 The default is below `minimum` (1).',
        'apis/dog_park/v1/openapi.yaml:94:41 The default is not of the type integer.',
      ],
    },
    {
      title: 'Exclusive limits, and a number of steps',
      edits: [
        limitIs(
          '{ type: integer, minimum: 0, exclusiveMinimum: true, maximum: 20, exclusiveMaximum: true, default: 20 }',
        ),
        editDefinition(
          '{ type: integer, minimum: 0, default: 0 }',
          '{ type: integer, multipleOf: 10, default: 25 }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:16:61 The default is not a multiple of 10.',
        'apis/dog_park/v1/openapi.yaml:94:114 The default is not below 20 (`exclusiveMaximum`).',
      ],
    },
    {
      title: 'Patterns and formats',
      edits: [
        limitIs("{ type: string, pattern: '^[a-z]+$', default: A1 }"),
        editDefinition(
          '{ type: integer, minimum: 0, default: 0 }',
          '{ type: string, format: uuid, default: rex }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:16:58 The default does not have the format uuid.',
        'apis/dog_park/v1/openapi.yaml:94:61 The default does not match the pattern `^[a-z]+$`.',
      ],
    },
    {
      title: 'A pattern that a text of this length may keep busy is not tried',
      edits: [limitIs("{ type: string, pattern: '^(a+)+$', default: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab }")],
      findings: [],
    },
    {
      title: 'Alternatives, of which one is for values of this type',
      edits: [
        limitIs('{ oneOf: [{ type: integer, maximum: 9 }, { type: string }], default: 10 }'),
        editDefinition(
          '{ type: integer, minimum: 0, default: 0 }',
          '{ anyOf: [{ type: integer }, { type: boolean }], default: all }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:16:77 The default fits no alternative of `anyOf`.',
        'apis/dog_park/v1/openapi.yaml:94:84 The default is above `maximum` (9).',
      ],
    },
    {
      title: 'An alternative that fits, and a schema that is an alternative of itself',
      edits: [
        limitIs('{ anyOf: [{ type: integer }, { type: string }], default: 10 }'),
        editDefinition(
          '  schemas:\n',
          "  schemas:\n    Loop: { anyOf: [{ $ref: '#/components/schemas/Loop' }, { type: string }], default: 1 }\n",
        ),
      ],
      findings: [],
    },
    {
      title: 'A member that a closed schema does not declare',
      edits: [
        limitIs('{ type: object, properties: { a: {} }, additionalProperties: false, default: { b: 1 } }'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:94:92 The default has `b`, which the schema does not allow.'],
    },
    {
      title: 'An example of a body without a required member',
      edits: [errorIs('{ code: breed_unknown }')],
      findings: ['apis/dog_park/v1/openapi.yaml:104:20 The example lacks the required `message`.'],
    },
    {
      title: 'Examples of a parameter, one of which the API refuses by its name',
      edits: [
        editDefinition(
          limitSchema,
          `${limitSchema}\n      examples: { all: { value: most }, invalid_limit: { value: -1 } }`,
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:95:33 The example is not of the type integer.'],
    },
    {
      title: 'Examples of headers, of a parameter in JSON, and of its data in OpenAPI 3.2',
      edits: [
        editDefinition('openapi: 3.0.3', 'openapi: 3.2.0'),
        editDefinition(
          '    ETag:\n      schema: { type: string }',
          '    ETag:\n      schema: { type: integer }\n      example: x',
        ),
        editDefinition(
          '- name: breed\n          in: query\n          schema: { type: string }',
          `- name: breed
          in: query
          content: { application/json: { schema: { type: integer }, example: x } }
        - name: age
          in: query
          content: { text/plain: { schema: { type: integer }, example: x } }`,
        ),
        editDefinition(
          limitSchema,
          `${limitSchema}\n      examples: { most: { dataValue: 100 }, all: { dataValue: x } }`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:23:78 The example is not of the type integer.',
        'apis/dog_park/v1/openapi.yaml:98:63 The example is not of the type integer.',
        'apis/dog_park/v1/openapi.yaml:102:16 The example is not of the type integer.',
      ],
    },
    {
      title: 'A default of a parameter of Swagger 2.0',
      edits: [swaggerParameter('{ name: age, in: query, type: integer, default: x }')],
      findings: ['apis/dog_park/v1/openapi.yaml:7:59 The default is not of the type integer.'],
    },
    {
      title: 'What only responses have is required in them, and not in requests',
      edits: [
        editDefinition('required: [name]', 'required: [name, tag]'),
        editDefinition(
          '        nicknames:\n',
          '        tag: { type: string, readOnly: true }\n        nicknames:\n',
        ),
        editDefinition(
          "schema: { $ref: '#/components/schemas/NewDog' }",
          "schema: { $ref: '#/components/schemas/NewDog' }\n            example: { name: Rex }",
        ),
        editDefinition(
          "schema: { $ref: '#/components/schemas/Dog' }",
          "schema: { $ref: '#/components/schemas/Dog' }\n              example: { name: Rex }",
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:65:24 The example lacks the required `tag`.'],
    },
    {
      title: 'Several members of an example, and several items that do not fit in the same way',
      edits: [errorIs('{ message: 1, code: 2, errors: [{ message: 3 }, { message: 4 }] }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:104:31 The example is not of the type string.',
        'apis/dog_park/v1/openapi.yaml:104:40 The example is not of the type string.',
        'apis/dog_park/v1/openapi.yaml:104:63 The example is not of the type string.',
      ],
    },
    {
      title: 'Listed values and an only value of another type than the schema has',
      edits: [
        editDefinition('openapi: 3.0.3', 'openapi: 3.1.0'),
        limitIs('{ type: integer, enum: [1, b] }'),
        editDefinition('{ type: integer, minimum: 0, default: 0 }', '{ type: integer, const: a }'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:16:43 The only value is not of the type integer.',
        'apis/dog_park/v1/openapi.yaml:94:42 The listed value is not of the type integer.',
      ],
    },
    {
      title: 'A member of an example',
      edits: [errorIs('{ message: a, errors: [{ message: 1 }] }')],
      findings: ['apis/dog_park/v1/openapi.yaml:104:54 The example is not of the type string.'],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      checkDefault(schema, schema, report);
      checkListed(schema, report);
      for (const example of schema.examples) check('example', example, schema, report);
    },
    parameter(parameter, { report }) {
      if (parameter.document.isSwagger) checkDefault(parameter, parameter.schema, report);
      checkExamples(
        parameter,
        parameter.examples.filter((one) => !isRefused(one)),
        report,
      );
    },
    header(header, { report }) {
      if (header.document.isSwagger) checkDefault(header, header.schema, report);
      checkExamples(header, header.examples, report);
    },
    body(body, { report }) {
      if (body.isJson) checkExamples(body, body.examples, report, body.response ? 'response' : 'request');
    },
  },
});

type Report = DefinitionContext['report'];

function checkDefault(holder: OpenapiNode, schema: SchemaNode | undefined, report: Report): void {
  const { default: value } = holder.value;
  if (value !== undefined) check('default', { value, pointer: holder.pointerTo('default') }, schema, report);
}

/** Those that are elsewhere may also be the examples of other parts, whose schemas they fit. */
function checkExamples(
  part: BodyNode | ParameterNode | HeaderNode,
  examples: readonly ExampleValue[],
  report: Report,
  way?: Way,
): void {
  const { schema } = part;
  for (const example of examples) {
    // Asked for only here, since a path may be as long as its document, and each of its parameters has it in its pointer.
    const isHere = () => example.pointer.startsWith(`${part.pointer}/`);
    const reportHere: Report = (one) => report(schema && !isHere() ? asShared(one, schema) : one);
    check('example', example, schema, reportHere, way);
  }
}

function asShared(finding: DefinitionFinding, schema: SchemaNode): DefinitionFinding {
  return {
    ...finding,
    help: 'Correct the example or the schema, or refer to another example where it does not fit.',
    related: [{ message: 'the schema that it does not fit', at: schema.pointer }],
  };
}

function check(
  what: string,
  example: ExampleValue,
  schema: SchemaNode | undefined,
  report: Report,
  way?: Way,
): void {
  for (const { path, reason } of findMisfits(example.value, schema, way)) {
    report({
      at: appendPointer(example.pointer, ...path),
      message: `The ${what} ${reason}.`,
      help: `Correct the ${what}, or the schema.`,
    });
  }
}
