import type { Json, JsonObject } from '#compiled/json.ts';
import type { DefinitionContext, DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findInExample } from './dates/find-in-example.ts';
import { adviseOnValue, dateForms, type DateForm } from './dates/date-forms.ts';
import type { SchemaNode } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';

const file = 'apis/dog_park/v1/openapi.yaml';

const created = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";
const withExample = (value: string): string => created.replace("'2026-03-01T09:30:00Z'", value);

/** Examples and defaults of dates and times are valid dates and times. */
export const dateTimeValues = defineRule({
  name: 'date-time-values',
  section: '2.6',
  severity: 'error',
  group: 'design',
  summary: 'Examples, defaults and enumerated values of dates and times follow RFC 3339.',
  why: 'Callers copy examples, and validation would refuse invalid ones.',
  examples: [
    {
      title: 'A date-time with a numeric offset, and fractions of a second',
      edits: [editDefinition(created, withExample("'2026-03-01T10:30:00.25+01:00'"))],
      findings: [],
    },
    {
      title: 'A date-time without a time zone',
      edits: [editDefinition(created, withExample("'2026-03-01T09:30:00'"))],
      findings: [`${file}:126:68 The value \`2026-03-01T09:30:00\` is not a valid RFC 3339 date-time.`],
    },
    {
      title: 'A day that the month does not have',
      edits: [
        editDefinition(
          'birthDate: { type: string, format: date }',
          "birthDate: { type: string, format: date, default: '2026-02-29' }",
        ),
      ],
      findings: [`${file}:116:59 The value \`2026-02-29\` is not a valid RFC 3339 date.`],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      if (mayHoldDates(schema.value)) checkValues(schema, valuesOf(schema), report);
    },
    parameter(parameter, { report }) {
      const { schema } = parameter;
      if (!schema) return;
      const { examples } = parameter;
      checkValues(schema, parameter.document.isSwagger ? valuesOf(schema) : examples.filter(isMeant), report);
    },
    body(body, { report }) {
      const examples = body.response ? body.examples : body.examples.filter(isMeant);
      const schema = examples.length > 0 && body.isJson ? body.schema : undefined;
      if (schema) checkValues(schema, examples, report);
    },
  },
});

type Report = DefinitionContext['report'];

/** Whether an example is meant to be valid; `examples/invalid_date` of a request shows a value that is refused. */
function isMeant({ pointer }: ExampleValue): boolean {
  return !/\/examples\/[^/]*(invalid|malformed)[^/]*\/value$/i.test(pointer);
}

/** Whether a schema, as written, may describe dates or times, itself or inside: checked first, since it is cheap. */
function mayHoldDates({ format, properties, items, allOf }: JsonObject): boolean {
  if (typeof format === 'string') return Object.hasOwn(dateForms, format);
  return properties !== undefined || items !== undefined || allOf !== undefined;
}

/** The example, default and enumerated values of a schema. */
function valuesOf(schema: SchemaNode): readonly ExampleValue[] {
  const { value } = schema;
  const { enum: listed } = value;
  const values = Array.isArray(listed) && value['format'] !== undefined ? (listed as readonly Json[]) : [];
  return [
    ...schema.examples,
    ...['default', 'const'].flatMap((key) => {
      const held = value[key];
      return held === undefined ? [] : [{ value: held, pointer: schema.pointerTo(key) }];
    }),
    ...values.map((held, index) => ({ value: held, pointer: schema.pointerTo('enum', index) })),
  ];
}

function checkValues(schema: SchemaNode, values: readonly ExampleValue[], report: Report): void {
  for (const example of values) {
    for (const { problem, pointer } of findInExample(schema, example, checkValue))
      report({ at: pointer, ...problem });
  }
}

function checkValue(
  value: Json,
  schema: SchemaNode,
): Pick<DefinitionFinding, 'message' | 'help'> | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const form = formOf(schema);
  if (!form || (typeof value === 'string' && form.holds(value))) return undefined;
  const text = value === '' ? 'empty text' : `value \`${shorten(String(value))}\``;
  return {
    message: `The ${text} is not a valid RFC 3339 ${form.name}.`,
    help: adviseOnValue(String(value), form),
  };
}

/** The form that a schema requires of its strings; undefined if it allows other types or has no such format. */
function formOf(schema: SchemaNode): DateForm | undefined {
  const format = schema.keyword('format');
  const form = typeof format === 'string' && Object.hasOwn(dateForms, format) ? dateForms[format] : undefined;
  return form && (schema.types.length === 0 || schema.isOnly('string')) ? form : undefined;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
