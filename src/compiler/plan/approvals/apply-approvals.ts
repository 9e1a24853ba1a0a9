import type { Severity } from '#diagnostic/diagnostic.ts';
import { placeOf } from '#source/place.ts';
import type { Approval } from '#compiler/declaration/approval.ts';
import { toDiagnostic, type Finding } from '#compiler/workspace/finding.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { EvaluatedFinding } from '../history/evaluated-finding.ts';
import { type History, entryOf } from '../history/history.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import type { Change } from '../change.ts';

/** An approved finding, with the reason and the approver. */
interface ApprovedFinding {
  readonly finding: EvaluatedFinding;
  readonly reason: string;
  readonly approvedBy: string;
}

/** A rule with the default severity `error`, which the configuration lowers for some changes. */
export interface LoweredRule {
  readonly rule: string;
  readonly severity: Severity | 'off';
  /** The fingerprints of the changes. */
  readonly ofChanges: readonly string[];
}

/** The findings about a plan, and whether they are approved. */
export interface PlanVerdict {
  readonly lowered: readonly LoweredRule[];
  /** Findings without an approval, and unused approvals. */
  readonly findings: readonly EvaluatedFinding[];
  readonly approved: readonly ApprovedFinding[];
}

/** Splits findings by whether they are approved in head, since an approval is committed with its change. */
export function applyApprovals(
  found: readonly EvaluatedFinding[],
  history: History,
): Omit<PlanVerdict, 'lowered'> {
  const { approvals } = history.head.workspace.suppressions;
  const index = new Map(approvals.map((approval) => [keyOf(approval), approval.value]));
  const [findings, approved]: [EvaluatedFinding[], ApprovedFinding[]] = [[], []];
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

/**
 * Reports approvals without a finding: each new one as a warning, and all that base also contains as one info, since an
 * earlier change probably used them.
 */
function findUnused(
  found: readonly EvaluatedFinding[],
  { base, head }: History,
): readonly EvaluatedFinding[] {
  const needed = new Set(found.flatMap(({ code, changes }) => changes.map((change) => `${code} ${change}`)));
  const known = new Set(base.workspace.suppressions.approvals.map(keyOf));
  const { suppressions, sources } = head.workspace;
  const unused = suppressions.approvals.filter((approval) => !needed.has(keyOf(approval)));
  const unknown = unused.filter((approval) => !known.has(keyOf(approval)));
  const used = unused.filter((approval) => known.has(keyOf(approval)));
  return [
    ...unknown.map((one) => toDiagnostic('approval-unused', 'warning', explainUnused(one), sources)),
    ...explainUsed(used).map((one) => toDiagnostic('approval-unused', 'info', one, sources)),
  ].map((diagnostic) => ({ ...diagnostic, changes: [] }));
}

function explainUnused({ value, place }: Declared<Approval>): Finding {
  return {
    at: placeOf(place, 'change'),
    message: `${value.rule} has no finding with this fingerprint, so this approval has no effect.`,
    help: 'An approval becomes invalid when its change is modified; request a new approval.',
  };
}

/** Reports all used approvals in one finding, since they accumulate until someone removes them. */
function explainUsed(used: readonly Declared<Approval>[]): readonly Finding[] {
  const [first] = used;
  if (!first) return [];
  const message =
    used.length === 1
      ? 'This approval is no longer needed.'
      : `${used.length} approvals, starting with this one, are no longer needed.`;
  return [{ at: first.place, message, help: 'Remove the approvals whose changes are merged.' }];
}

/**
 * The fingerprint that an approval of a finding must name: the fingerprint of its only change, or one computed from all
 * its changes. For an added or removed API it also covers the API's whole content, which the change only summarises.
 * Undefined without changes.
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
