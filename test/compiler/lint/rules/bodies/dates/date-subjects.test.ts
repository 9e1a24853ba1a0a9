import { expect, test } from 'vitest';
import { lint } from '#compiler/lint/lint.ts';
import { dateTimeFormat } from '#compiler/lint/rules/bodies/date-time-format.ts';
import type { RuleExample } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { loadWorkspace } from '../../../load-workspace.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const created = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";
const breed = '- name: breed\n          in: query\n          schema: { type: string }';

const subjects: readonly RuleExample[] = [
  {
    title: 'places with an example or words of time, and dates of other events beside them',
    edits: [
      editDefinition(
        created,
        `issueDate: { type: string, format: date }
            issuedAt: { type: integer }
            issued_at: { type: string, example: '2024-05-01 10:00:00' }
            registration_date: { type: string, format: date }
            registered_at: { type: string, description: Timestamp of the registration in UTC. }
            signupDate: { type: string, format: date }
            signedAt: { type: string }`,
      ),
    ],
    findings: [
      `${file}:127:13 The property \`issuedAt\` is a number instead of an RFC 3339 date or time.`,
      `${file}:128:13 The property \`issued_at\` has no \`format\` of a date or time.`,
      `${file}:130:13 The property \`registered_at\` has no \`format\` of a date or time.`,
      `${file}:132:13 The property \`signedAt\` has no \`format\` of a date or time.`,
    ],
  },
  {
    title: 'times whose descriptions mention random numbers or the start of a duration',
    edits: [
      editDefinition(
        created,
        `created_at: { type: integer, description: Unix time when the random draw was made. }
            timestamp: { type: integer, description: Unix time. Send it with a nonce. }
            startTime: { type: string, description: Duration start as a date-time. }`,
      ),
    ],
    findings: [
      `${file}:126:13 The property \`created_at\` is a number instead of an RFC 3339 date or time.`,
      `${file}:127:13 The property \`timestamp\` is a number instead of an RFC 3339 date or time.`,
      `${file}:128:13 The property \`startTime\` has no \`format\` of a date or time.`,
    ],
  },
  {
    title: 'what else is after or before something: durations, identifiers and versions',
    edits: [
      editDefinition(
        breed,
        `- { name: changed_since, in: query, description: Revision token of the last answer., schema: { type: string } }
        - { name: added_after, in: query, description: Identifier of the item after which to continue., schema: { type: string } }
        - { name: created_after, in: query, description: Date of the first version., schema: { type: string } }`,
      ),
      editDefinition(
        created,
        `expired_after: { type: integer, description: Seconds after which it expires. }
            closed_after: { type: integer }
            archived_after: { type: string, description: 'ISO 8601 period, such as P30D.' }
            removed_before: { type: string, description: Version that removed it. }
            registered_before: { type: string, description: Whether the dog was registered before. }
            deleted_after: { type: integer, description: Unix time in seconds. }`,
      ),
    ],
    findings: [
      `${file}:23:19 The parameter \`created_after\` has no \`format\` of a date or time.`,
      `${file}:131:13 The property \`deleted_after\` is a number instead of an RFC 3339 date or time.`,
    ],
  },
];

test.each(subjects.map((subject) => [subject.title, subject] as const))(
  'the rule for dates knows %s',
  async (_title, { edits, findings }) => {
    const { diagnostics } = lint(await loadWorkspace(edits), [dateTimeFormat]);
    expect(diagnostics.map(({ at, message }) => `${at.file}:${at.line}:${at.column} ${message}`)).toEqual(
      findings,
    );
  },
);
