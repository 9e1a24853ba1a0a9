import { checkDateSchema } from '#compiler/rule/dates/check-date-schema.ts';
import { dateNamesBy, type DateWords } from '#compiler/rule/dates/date-name.ts';
import {
  findDateComponent,
  findDateParameter,
  findDateProperties,
  type DateProperty,
} from '#compiler/rule/dates/date-subjects.ts';
import { dateWords } from '#compiler/rule/dates/date-words.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionContext } from '#compiler/rule/definition-checks.ts';
import { editDefinition, swaggerParameter } from '#compiler/rule/example-edits.ts';
import { hasSiblingFormat } from '#compiler/rule/bodies/sibling-parts.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const created = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";
const breed = '- name: breed\n          in: query\n          schema: { type: string }';

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
      title: 'Names with the endings of dates',
      edits: [
        editDefinition(
          created,
          'update: { type: string }\n            candidate: { type: string }\n            timezone: { type: string }\n            dateFormat: { type: string }\n            responseTime: { type: integer }\n            dayOfWeek: { type: string }\n            format: { type: string }',
        ),
      ],
      findings: [],
    },
    {
      title: 'Names that begin with a verb used with dates',
      edits: [
        editDefinition(
          created,
          'convertTimestampToDateTime: { type: string }\n            useTimestamp: { type: string }\n            formatDate: { type: string }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A string without a format',
      edits: [editDefinition(created, 'createdAt: { type: string }')],
      findings: [`${file}:126:13 The property \`createdAt\` has no \`format\` of a date or time.`],
    },
    {
      title: 'A date that an example proves',
      edits: [
        editDefinition(
          'birthDate: { type: string, format: date }',
          "birthDate: { type: string, example: '2024-02-29' }",
        ),
      ],
      findings: [`${file}:116:9 The property \`birthDate\` has no \`format\` of a date or time.`],
    },
    {
      title: 'A number',
      edits: [editDefinition(created, 'created_at: { type: integer, format: int64 }')],
      findings: [
        `${file}:126:13 The property \`created_at\` is a number instead of an RFC 3339 date or time.`,
      ],
    },
    {
      title: 'A format that RFC 3339 does not have',
      edits: [editDefinition(created, 'lastModified: { type: string, format: http-date }')],
      findings: [
        `${file}:126:13 The property \`lastModified\` has the format \`http-date\`, which RFC 3339 does not define.`,
      ],
    },
    {
      title: 'Formats in other spellings, from another standard, and one that says nothing',
      edits: [
        editDefinition(
          created,
          `createdAt: { type: string, format: datetime }
            seenAt: { type: string, format: iso8601 }
            dob: { type: string, format: DD-MM-YYYY }
            bookedAt: { type: string, format: string }
            expiryDate: { type: string, format: MM/YYYY }`,
        ),
      ],
      findings: [
        `${file}:126:13 The property \`createdAt\` has the format \`datetime\`, which RFC 3339 does not define.`,
        `${file}:127:13 The property \`seenAt\` has the format \`iso8601\`, which RFC 3339 does not define.`,
        `${file}:128:13 The property \`dob\` has the format \`DD-MM-YYYY\`, which RFC 3339 does not define.`,
        `${file}:129:13 The property \`bookedAt\` has no \`format\` of a date or time.`,
      ],
    },
    {
      title: 'A format of a date where the name says nothing',
      edits: [editDefinition(created, 'lent: { type: string, format: datetime }')],
      findings: [
        `${file}:126:13 The property \`lent\` has the format \`datetime\`, which RFC 3339 does not define.`,
      ],
    },
    {
      title: 'Dates by their examples or their patterns where the name says nothing',
      edits: [
        editDefinition(
          created,
          [
            "lent: { type: string, example: '2026-03-01T09:30:00Z' }",
            "back: { type: string, example: '2026-03-01' }",
            "since: { type: string, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }",
            "from: { type: string, pattern: '^\\d{2}/\\d{2}/\\d{4}$' }",
          ].join('\n            '),
        ),
      ],
      findings: [
        `${file}:126:13 The property \`lent\` has no \`format\` of a date or time.`,
        `${file}:127:13 The property \`back\` has no \`format\` of a date or time.`,
        `${file}:128:13 The property \`since\` has no \`format\` of a date or time.`,
        `${file}:129:13 The property \`from\` has a pattern that RFC 3339 dates and times do not match.`,
      ],
    },
    {
      title: 'Texts that look like dates once, and patterns of which dates are only a part',
      edits: [
        editDefinition(
          created,
          [
            "value: { type: string, example: '2026-03-01T09:30:00Z' }",
            "api_version: { type: string, example: '2026-03-01' }",
            'note: { type: string, example: Since 2026-03-01 }',
            "code: { type: string, pattern: '^\\d{8}$' }",
            "range: { type: string, pattern: '^[-/.0-9]+$' }",
            "tag: { type: string, pattern: '^[0-9]{2}-[0-9]{2}-[0-9]{4}$' }",
            "cursor: { type: string, description: Opaque., example: '2026-03-01T09:30:00Z' }",
          ].join('\n            '),
        ),
      ],
      findings: [],
    },
    {
      title: 'Descriptions that say otherwise',
      edits: [
        editDefinition(
          created,
          "createdAt: { type: string, pattern: '^[0-9]{4}-W[0-9]{2}$' }\n            dueDate: { type: string, enum: [today, tomorrow] }\n            startTime: { type: string, example: PT5M }",
        ),
      ],
      findings: [],
    },
    {
      title: 'Patterns of RFC 3339, and patterns that say nothing',
      edits: [
        editDefinition(
          created,
          "createdAt: { type: string, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }\n            seenAt: { type: string, pattern: '.+' }",
        ),
      ],
      findings: [
        `${file}:126:13 The property \`createdAt\` has no \`format\` of a date or time.`,
        `${file}:127:13 The property \`seenAt\` has no \`format\` of a date or time.`,
      ],
    },
    {
      title: 'Patterns of other dates',
      edits: [
        editDefinition(
          created,
          "createdAt: { type: string, pattern: '^\\d{2}/\\d{2}/\\d{4}$' }\n            seenAt: { type: string, pattern: '^\\d{8}$' }",
        ),
      ],
      findings: [
        `${file}:126:13 The property \`createdAt\` has a pattern that RFC 3339 dates and times do not match.`,
        `${file}:127:13 The property \`seenAt\` has a pattern that RFC 3339 dates and times do not match.`,
      ],
    },
    {
      title: 'Numbers that count from 1970, whatever their names',
      edits: [
        editDefinition(
          created,
          'start_time: { type: number, description: Seconds since the Unix epoch. }\n            lent: { type: integer, description: Unix timestamp of the loan. }',
        ),
      ],
      findings: [
        `${file}:126:13 The property \`start_time\` is a number instead of an RFC 3339 date or time.`,
        `${file}:127:13 The property \`lent\` is a number instead of an RFC 3339 date or time.`,
      ],
    },
    {
      title: 'Ages, durations, and numbers of something',
      edits: [
        editDefinition(
          created,
          'created: { type: integer }\n            last_updated: { type: integer, description: Age of the entry in days. }\n            daysBeforeStartDate: { type: integer }\n            due_date: { type: integer, description: Number of days after the walk. }\n            timestamp: { type: integer, format: seconds }\n            createdDate: { type: integer, enum: [1, 2] }\n            age_as_of_start_date: { type: integer }\n            updateTime: { type: string, description: The length of time that it takes. }\n            nonce: { type: integer, description: A random number made of the unix time. }\n            end_date: { type: integer, description: Date of the month. }',
        ),
      ],
      findings: [],
    },
    {
      title: 'Texts that are not dates, or not only',
      edits: [
        editDefinition(
          created,
          [
            'expires: { type: string, description: The number of days before it expires. }',
            'timestamp: { type: string, description: The version of the row as a byte array. }',
            'start_date: { type: string, description: A date or a relative date (7daysAgo). }',
            'expiry_date: { type: string, description: In the form MM/YY. }',
            'end_date: { type: string, example: 08/21 }',
            "exp_date: { type: string, pattern: '^\\d+$', maxLength: 4 }",
            'oauth_timestamp: { type: string }',
          ].join('\n            '),
        ),
        editDefinition(
          breed,
          "- { name: openingDate, in: query, description: 'YYYY-MM-DD, or YYYY-MM-DD;YYYY-MM-DD.', schema: { type: string } }\n        - name: breed\n          in: query\n          schema: { type: string }",
        ),
      ],
      findings: [],
    },
    {
      title: 'A number that counts from elsewhere, and one that is too small for a date',
      edits: [
        editDefinition(
          created,
          'start_time: { type: number }\n            date: { type: integer, maximum: 31 }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A schema that several properties share',
      edits: [
        editDefinition(
          created,
          "createdAt: { $ref: '#/components/schemas/Timestamp' }\n            seenAt: { $ref: '#/components/schemas/Timestamp' }",
        ),
        editDefinition('    NewDog:\n', '    Timestamp: { type: string }\n    NewDog:\n'),
      ],
      findings: [`${file}:111:5 The schema \`Timestamp\` has no \`format\` of a date or time.`],
    },
    {
      title: 'A shared schema that is not only for dates',
      edits: [
        editDefinition(created, "createdAt: { $ref: '#/components/schemas/Text' }"),
        editDefinition('    NewDog:\n', '    Text: { type: string }\n    NewDog:\n'),
      ],
      findings: [`${file}:127:13 The property \`createdAt\` has no \`format\` of a date or time.`],
    },
    {
      title: 'A property that another part of an `allOf` gives the format',
      edits: [
        editDefinition(
          '        nicknames:\n',
          '        owner: { type: object, properties: { born_on: { type: string, format: date } } }\n        nicknames:\n',
        ),
        editDefinition(
          created,
          'owner: { properties: { born_on: { type: string, description: Of the owner. } } }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A place beside the date of the same event',
      edits: [
        editDefinition(
          created,
          'issueDate: { type: string, format: date }\n            issuedAt: { type: string }\n            seen_date: { type: string, format: date }\n            seen_at: { type: string, description: The time. }',
        ),
      ],
      findings: [`${file}:129:13 The property \`seen_at\` has no \`format\` of a date or time.`],
    },
    {
      title: 'Query parameters, also for a time before or after',
      edits: [
        editDefinition(
          breed,
          `- { name: startDate, in: query, schema: { type: string } }
        - { name: createdAfter, in: query, description: Filter by the time., schema: { type: string } }
        - { name: completed_since, in: query, description: A date-time or the keyword now., schema: { type: string } }
        - { name: updated_since, in: query, schema: { type: integer } }`,
        ),
      ],
      findings: [
        `${file}:21:19 The parameter \`startDate\` has no \`format\` of a date or time.`,
        `${file}:22:19 The parameter \`createdAfter\` has no \`format\` of a date or time.`,
        `${file}:24:19 The parameter \`updated_since\` is a number instead of an RFC 3339 date or time.`,
      ],
    },
    {
      title: 'A query parameter that filters by operators',
      edits: [
        editDefinition(
          breed,
          '- name: createdAt\n          in: query\n          description: An operator and a date-time, such as `gt:2026-03-01T09:30:00Z`.\n          schema: { type: string }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A parameter of Swagger 2.0',
      edits: [swaggerParameter('{ name: bornDate, in: query, type: string }')],
      findings: [`${file}:7:19 The parameter \`bornDate\` has no \`format\` of a date or time.`],
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
