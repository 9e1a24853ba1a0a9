import Type, { type Static } from 'typebox';
import { historyRuleNames } from './parts/ignore-entry.ts';

/** One entry of gatewright-approvals.yaml: a change that is allowed although a rule forbids it. */
export const ApprovalSchema = Type.Object(
  {
    change: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'The fingerprint of the change, in quotes, as `gatewright plan` prints it.',
    }),
    rule: Type.Enum([...historyRuleNames], { description: 'The rule that forbids it.' }),
    reason: Type.String({ pattern: '\\S', description: 'Why it may be made.' }),
    approvedBy: Type.String({ pattern: '\\S', description: 'Who says so: an address or a team.' }),
  },
  { additionalProperties: false, description: 'A change that may be made though a rule forbids it.' },
);

export type Approval = Static<typeof ApprovalSchema>;

/** The whole of gatewright-approvals.yaml. */
export const ApprovalsFileSchema = Type.Array(ApprovalSchema, {
  description: 'The changes that may be made though a rule forbids them.',
});
