import { checkDateSchema } from './dates/check-date-schema.ts';
import { dateNamesBy, type DateWords } from './dates/date-name.ts';
import {
  findDateComponent,
  findDateParameter,
  findDateProperties,
  type DateProperty,
} from './dates/date-subjects.ts';
import { dateWords } from './dates/date-words.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionContext } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { hasSiblingFormat } from './schemas/sibling-parts.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const created = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";

/** A field with a name of a date or time has a date or time format. */
export const dateTimeFormat = defineRule<keyof DateWords>({
  name: 'date-time-format',
  section: '2.6',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'Dates and times are strings with `format: date`, `time` or `date-time`.',
  why: 'RFC 3339 values sort as strings, state their time zone, and every language can read them.',
  options: dateWords,
  examples: [
    { title: 'A date and a date-time', edits: [], findings: [] },
    {
      title: 'A string without a format',
      edits: [editDefinition(created, 'createdAt: { type: string }')],
      findings: [`${file}:126:13 The property \`createdAt\` has no \`format\` of a date or time.`],
    },
    {
      title: 'A number',
      edits: [editDefinition(created, 'created_at: { type: integer, format: int64 }')],
      findings: [
        `${file}:126:13 The property \`created_at\` is a number instead of an RFC 3339 date or time.`,
      ],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    schema(schema, { report, options }) {
      const names = dateNamesBy(options);
      const component = findDateComponent(schema, names);
      const problem = component && checkDateSchema(component);
      if (problem) report({ at: schema.pointer, part: 'key', ...problem });
      for (const subject of findDateProperties(schema, names)) reportProperty(subject, report);
    },
    parameter(parameter, { report, options }) {
      const subject = findDateParameter(parameter, dateNamesBy(options));
      const problem = subject && checkDateSchema(subject);
      if (problem) report({ at: parameter.pointerTo('name'), ...problem });
    },
  },
});

function reportProperty(subject: DateProperty, report: DefinitionContext['report']): void {
  const problem = checkDateSchema(subject);
  if (problem && !hasSiblingFormat(subject.schema))
    report({ at: subject.property.pointer, part: 'key', ...problem });
}
