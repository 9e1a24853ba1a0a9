import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { placeOf } from '../../source/place.ts';
import type { Approval } from '../declaration/approval.ts';
import { approvalsFile } from '../workspace/excuses.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import type { Declared } from '../workspace/workspace.ts';
import type { Change } from './change.ts';
import type { History } from './history.ts';

/** What a rule has found, and in which changes. */
export interface Found {
  readonly finding: Diagnostic;
  readonly changes: readonly Change[];
}

/** A finding that is let pass, why, and who says so. */
export interface Approved {
  readonly finding: Diagnostic;
  readonly reason: string;
  readonly approvedBy: string;
}

interface Applied {
  readonly findings: readonly Diagnostic[];
  readonly approved: readonly Approved[];
}

/**
 * Parts what is approved from what is not. A finding is approved where each of its changes is; the approvals of head
 * count, since one comes with the change that it is for.
 */
export function applyApprovals(found: readonly Found[], history: History): Applied {
  const { approvals } = history.head.workspace.excuses;
  const index = new Map(approvals.map(({ value }) => [keyOf(value.rule, value.change), value]));
  const [findings, approved]: [Diagnostic[], Approved[]] = [[], []];
  for (const { finding, changes } of found) {
    const given = changes.map(({ fingerprint }) => index.get(keyOf(finding.code, fingerprint)));
    const complete = given.filter((approval) => approval !== undefined);
    if (complete.length === changes.length && changes.length > 0) approved.push(approve(finding, complete));
    else
      findings.push(
        withAdvice(
          finding,
          changes.filter((_, number) => !given[number]),
        ),
      );
  }
  return { findings: [...findings, ...findUnused(found, history)], approved };
}

function keyOf(rule: string, fingerprint: string): string {
  return `${rule} ${fingerprint}`;
}

function approve(finding: Diagnostic, approvals: readonly Approval[]): Approved {
  const join = (texts: readonly string[]) => [...new Set(texts)].join('; ');
  return {
    finding,
    reason: join(approvals.map(({ reason }) => reason)),
    approvedBy: join(approvals.map(({ approvedBy }) => approvedBy)),
  };
}

/** Says by which fingerprints a finding can be approved. */
function withAdvice(finding: Diagnostic, missing: readonly Change[]): Diagnostic {
  if (missing.length === 0) return finding;
  const quoted = missing.map(({ fingerprint }) => `'${fingerprint}'`).join(' and ');
  const advice = `To let it pass, approve ${quoted} in ${approvalsFile}.`;
  return { ...finding, help: finding.help === undefined ? advice : `${finding.help} ${advice}` };
}

/** Approvals that fit nothing. Those that base holds have mostly had their day, which is no fault of this change. */
function findUnused(found: readonly Found[], { base, head }: History): readonly Diagnostic[] {
  const needed = new Set(
    found.flatMap(({ finding, changes }) =>
      changes.map(({ fingerprint }) => keyOf(finding.code, fingerprint)),
    ),
  );
  const known = new Set(base.workspace.excuses.approvals.map(({ value }) => keyOf(value.rule, value.change)));
  const { excuses, sources } = head.workspace;
  const unused = excuses.approvals.filter(({ value }) => !needed.has(keyOf(value.rule, value.change)));
  const isKnown = ({ value }: Declared<Approval>) => known.has(keyOf(value.rule, value.change));
  const spent = unused.filter(isKnown);
  return [
    ...unused
      .filter((one) => !isKnown(one))
      .map((one) => toDiagnostic('approval-unused', 'warning', explainVoid(one), sources)),
    ...spent
      .slice(0, 1)
      .map(({ place }) => toDiagnostic('approval-unused', 'info', explainSpent(spent, place), sources)),
  ];
}

function explainVoid({ value, place }: Declared<Approval>) {
  return {
    at: placeOf(place, 'change'),
    message: `${value.rule} finds nothing in a change with this fingerprint, so it approves nothing.`,
    help: 'An approval is void as soon as its change alters; have the change that there is now approved.',
  };
}

/** One finding for all, since they gather from change to change until somebody takes them out. */
function explainSpent(spent: readonly Declared<Approval>[], at: Declared<Approval>['place']) {
  const message =
    spent.length === 1
      ? 'This approval was here before, and nothing that changes now needs it.'
      : `${spent.length} approvals, of which this is the first, were here before, and nothing that changes now needs them.`;
  return { at, message, help: 'Take out those whose changes are merged.' };
}
