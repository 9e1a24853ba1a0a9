import { appendPointer } from '#source/place.ts';
import { findMisfits, type Way } from './values/find-misfit.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionContext, DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { checkListed } from './values/check-listed.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isRefused } from '#compiler/rule/parts/parameter-values.ts';
import type { BodyNode, HeaderNode, OpenapiNode, ParameterNode, SchemaNode } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';

const limitSchema = '{ type: integer, minimum: 1, maximum: 100, default: 20 }';
const limitIs = (schema: string) => editDefinition(limitSchema, schema);

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

/**
 * Checks the examples of a part. The advice on a referenced example differs, since it may fit other parts that refer to
 * it.
 */
function checkExamples(
  part: BodyNode | ParameterNode | HeaderNode,
  examples: readonly ExampleValue[],
  report: Report,
  way?: Way,
): void {
  const { schema } = part;
  for (const example of examples) {
    // Computed only for findings, since a pointer contains its path, which may be as long as the document.
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
