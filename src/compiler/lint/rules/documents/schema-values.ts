import { appendPointer } from '../../../../source/place.ts';
import { findMisfit } from '../../../rule/bodies/find-misfit.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import type { DefinitionContext, DefinitionFinding } from '../../../rule/definition-checks.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { isRefused } from '../../../rule/queries/parameter-values.ts';
import type { BodyNode, ParameterNode, SchemaNode } from '../../../../openapi/model.ts';
import type { ExampleValue } from '../../../../openapi/plain-parts.ts';

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
  summary: 'Defaults and examples fit their schema.',
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
      title: 'A member of an example',
      edits: [errorIs('{ message: a, errors: [{ message: 1 }] }')],
      findings: ['apis/dog_park/v1/openapi.yaml:104:54 The example is not of the type string.'],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      const { default: value } = schema.value;
      if (value !== undefined)
        check('default', { value, pointer: schema.pointerTo('default') }, schema, report);
      for (const example of schema.examples) check('example', example, schema, report);
    },
    parameter(parameter, { report }) {
      checkExamples(
        parameter,
        parameter.examples.filter((one) => !isRefused(one)),
        report,
      );
    },
    body(body, { report }) {
      if (body.isJson) checkExamples(body, body.examples, report);
    },
  },
});

type Report = DefinitionContext['report'];

/** Those that are elsewhere may also be the examples of other parts, whose schemas they fit. */
function checkExamples(
  part: BodyNode | ParameterNode,
  examples: readonly ExampleValue[],
  report: Report,
): void {
  const { schema } = part;
  for (const example of examples) {
    // Asked for only here, since a path may be as long as its document, and each of its parameters has it in its pointer.
    const isHere = () => example.pointer.startsWith(`${part.pointer}/`);
    check('example', example, schema, (one) => report(schema && !isHere() ? asShared(one, schema) : one));
  }
}

function asShared(finding: DefinitionFinding, schema: SchemaNode): DefinitionFinding {
  return {
    ...finding,
    help: 'Correct the example or the schema, or refer to another example where it does not fit.',
    related: [{ message: 'the schema that it does not fit', at: schema.pointer }],
  };
}

function check(what: string, example: ExampleValue, schema: SchemaNode | undefined, report: Report): void {
  const misfit = findMisfit(example.value, schema);
  if (!misfit) return;
  report({
    at: appendPointer(example.pointer, ...misfit.path),
    message: `The ${what} ${misfit.reason}.`,
    help: `Correct the ${what}, or the schema.`,
  });
}
