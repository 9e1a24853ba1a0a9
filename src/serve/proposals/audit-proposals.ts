import { subjectOfChange } from '#compiled/proposals/subject-of-change.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import type { AuditedEnd, AuditedProposal, WriteAudit } from '#runtime/ports/audit.ts';
import {
  type DeliveredProposal,
  type DeclinedProposal,
  isProposalProblem,
  type MergedProposal,
  type ProposalProblem,
  type WithdrawnProposal,
} from '#runtime/ports/proposals.ts';
import type { CallProposals, ProposalAnswer, ProposalQuestion } from './proposal-questions.ts';

/** Records in the audit log what people propose, withdraw, decline and approve. `settings` returns the settings of the served table. */
export function auditProposals(
  call: CallProposals,
  audit: WriteAudit,
  settings: () => Pick<GatewaySettings, 'store'> | undefined,
): CallProposals {
  return async (question) => {
    if (isEnd(question))
      return auditEnd(call, question, (event) => audit({ ...event, remote: remoteOf(settings()) }));
    if (question.method !== 'propose') return call(question);
    const described = { ...describe(question), remote: remoteOf(settings()) };
    let result: AuditedResult = { outcome: 'unavailable', problem: 'unavailable' };
    try {
      const answer = await call(question);
      // The answer has the type that belongs to the question's method.
      result = resultOf(answer as DeliveredProposal | ProposalProblem);
      return answer;
    } finally {
      audit({ event: 'change_proposed', ...described, ...result });
    }
  };
}

const endEvents = {
  withdraw: 'proposal_withdrawn',
  decline: 'proposal_declined',
  approve: 'proposal_approved',
} as const;

type EndQuestion = ProposalQuestion & { readonly method: keyof typeof endEvents };

function isEnd(question: ProposalQuestion): question is EndQuestion {
  return Object.hasOwn(endEvents, question.method);
}

async function auditEnd(
  call: CallProposals,
  question: EndQuestion,
  audit: (event: AuditedEnd) => void,
): Promise<ProposalAnswer> {
  const { displayed, person } = question;
  const { branch, commit } = displayed;
  const { id: user, identity } = person;
  const reason = 'reason' in displayed ? { reason: displayed.reason } : {};
  const described = {
    event: endEvents[question.method],
    user,
    username: identity.username,
    branch,
    commit,
    ...reason,
  };
  let result: Pick<AuditedEnd, 'outcome' | 'problem' | 'merge'> = {
    outcome: 'unavailable',
    problem: 'unavailable',
  };
  try {
    const answer = await call(question);
    // The answer has the type that belongs to the question's method.
    const ended = answer as WithdrawnProposal | DeclinedProposal | MergedProposal | ProposalProblem;
    result = isProposalProblem(ended)
      ? { outcome: outcomes[ended.problem], problem: ended.problem }
      : { outcome: 'delivered', ...('commit' in ended && { merge: ended.commit }) };
    return answer;
  } finally {
    audit({ ...described, ...result });
  }
}

type AuditedResult = Pick<AuditedProposal, 'outcome' | 'problem' | 'branch' | 'commit' | 'reviewProblem'>;

function describe({ change, person, base }: ProposalQuestion & { readonly method: 'propose' }) {
  const { id: user, identity } = person;
  return { user, username: identity.username, change: change.change, ...subjectOfChange(change), base };
}

function remoteOf(settings: Pick<GatewaySettings, 'store'> | undefined): string | undefined {
  const declared = settings?.store?.proposals;
  return declared && parseGitRemote(`git+${declared.remote}#${declared.base}`, '/').url;
}

function resultOf(answer: DeliveredProposal | ProposalProblem): AuditedResult {
  if (isProposalProblem(answer)) return { outcome: outcomes[answer.problem], problem: answer.problem };
  if (answer.delivery === 'patch') return { outcome: 'delivered' };
  const { branch, commit, reviewProblem } = answer;
  return { outcome: 'delivered', branch, commit, ...(reviewProblem && { reviewProblem }) };
}

const outcomes: Readonly<Record<ProposalProblem['problem'], AuditedProposal['outcome']>> = {
  change_invalid: 'refused',
  base_moved: 'moved',
  conflict: 'moved',
  lint_errors: 'refused',
  forbidden_by_plan: 'refused',
  base_broken: 'unavailable',
  proposal_unknown: 'refused',
  proposal_ended: 'refused',
  merge_conflict: 'refused',
  plan_changed: 'moved',
  approval_refused: 'refused',
  decline_refused: 'refused',
  push_refused: 'refused',
  remote_unreachable: 'unavailable',
  too_many_open: 'refused',
  busy: 'refused',
  patch_expired: 'refused',
  definition_expired: 'refused',
  unavailable: 'unavailable',
};
