import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { placeOf } from '../../../source/place.ts';
import type { Approval } from '../../declaration/approval.ts';
import { toDiagnostic, type Finding } from '../../workspace/finding.ts';
import type { Declared } from '../../workspace/declared.ts';
import { type History, entryOf } from '../history/history.ts';
import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { digestOf, type Digest } from '../../../compiled/digest.ts';
import type { Change } from '../change.ts';

/** What is said of what changes; an error forbids it. */
export interface JudgedFinding extends Diagnostic {
  /** The fingerprint by which it can be approved; none where it cannot be. */
  readonly changes: readonly string[];
  /** Its place is one of base, since head has none. */
  readonly isInBase?: true;
}

/** A finding that is let pass, why, and who says so. */
interface ApprovedFinding {
  readonly finding: JudgedFinding;
  readonly reason: string;
  readonly approvedBy: string;
}

/** Whether what makes one state of a repository of another may be. */
export interface Judgement {
  /** What is not approved, and approvals that are of no use. */
  readonly findings: readonly JudgedFinding[];
  /** What would be among the findings if nobody had approved it. */
  readonly approved: readonly ApprovedFinding[];
}

/** Parts what is approved from what is not. The approvals of head count, since one comes with the change that it is for. */
export function applyApprovals(found: readonly JudgedFinding[], history: History): Judgement {
  const { approvals } = history.head.workspace.suppressions;
  const index = new Map(approvals.map((approval) => [keyOf(approval), approval.value]));
  const [findings, approved]: [JudgedFinding[], ApprovedFinding[]] = [[], []];
  for (const finding of found) {
    const approval = finding.changes.map((change) => index.get(`${finding.code} ${change}`)).at(0);
    if (!approval) findings.push(finding);
    else approved.push({ finding, reason: approval.reason, approvedBy: approval.approvedBy });
  }
  return { findings: [...findings, ...findUnused(found, history)], approved };
}

function keyOf({ value: { rule, change } }: Declared<Approval>): string {
  return `${rule} ${change}`;
}

/** Approvals that fit nothing. Those that base holds have mostly had their day, which this change did not cause. */
function findUnused(found: readonly JudgedFinding[], { base, head }: History): readonly JudgedFinding[] {
  const needed = new Set(found.flatMap(({ code, changes }) => changes.map((change) => `${code} ${change}`)));
  const known = new Set(base.workspace.suppressions.approvals.map(keyOf));
  const { suppressions, sources } = head.workspace;
  const unused = suppressions.approvals.filter((approval) => !needed.has(keyOf(approval)));
  const unfit = unused.filter((approval) => !known.has(keyOf(approval)));
  const spent = unused.filter((approval) => known.has(keyOf(approval)));
  return [
    ...unfit.map((one) => toDiagnostic('approval-unused', 'warning', explainUnfit(one), sources)),
    ...explainSpent(spent).map((one) => toDiagnostic('approval-unused', 'info', one, sources)),
  ].map((diagnostic) => ({ ...diagnostic, changes: [] }));
}

function explainUnfit({ value, place }: Declared<Approval>): Finding {
  return {
    at: placeOf(place, 'change'),
    message: `${value.rule} has no finding with this fingerprint, so this approval has no effect.`,
    help: 'An approval becomes invalid when its change is modified; request a new approval.',
  };
}

/** One finding for all, since they gather from change to change until somebody takes them out. */
function explainSpent(spent: readonly Declared<Approval>[]): readonly Finding[] {
  const [first] = spent;
  if (!first) return [];
  const message =
    spent.length === 1
      ? 'This approval is no longer needed.'
      : `${spent.length} approvals, starting with this one, are no longer needed.`;
  return [{ at: first.place, message, help: 'Remove the approvals whose changes are merged.' }];
}

/**
 * What a finding is approved by: the fingerprint of its change, or one of all that it is about. An API that comes or goes
 * counts with everything behind its address, of which the change itself tells the outlines alone.
 */
export function fingerprintFinding(changes: readonly Change[], history: History): string | undefined {
  const [only, ...others] = changes;
  if (!only || (others.length === 0 && partsOf(only, history).length === 0)) return only?.fingerprint;
  const content = changes.map((change) => [change.fingerprint, ...partsOf(change, history)]);
  return digestOf(canonicalJson(content)).slice('sha256:'.length, 'sha256:'.length + 32);
}

function partsOf({ subject, path, action }: Change, { base, head }: History): readonly Digest[] {
  if (subject.kind !== 'Api' || path !== '') return [];
  const entry = entryOf(action === 'remove' ? base : head, subject.name);
  return entry ? [entry.part] : [];
}
