import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { errorsIn, RefusedChange, type ChangeError, type PlannedEdit } from '#pipeline/plan-change.ts';
import type { PlannedEffect } from '#pipeline/planned-effect.ts';
import { fieldOfFinding, itemOfFinding } from './field-of-finding.ts';
import type { ProposalProblem, WrongField } from '#runtime/ports/proposals.ts';
import type { ProposalFinding, ProposalPlan, ProposalPreview } from '#runtime/ports/proposals/preview.ts';

type Written = Pick<ProposalPreview, 'base' | 'diff'>;

/**
 * Converts a planned change for a page. `below` is the folder of the declarations in the repository; empty for the
 * root.
 */
export function toPreview(
  { title, subject, files, declares, accepted, diagnostics, approvers, ...effect }: PlannedEdit,
  change: ProposedChange,
  below: string,
  written: Written,
): ProposalPreview {
  const findings = toFindings(diagnostics, change, below, { files, declares });
  const shown = toPlan(effect, below);
  return {
    ...written,
    title,
    subject,
    findings,
    accepted,
    ...(shown && { plan: shown }),
    obstacle: obstacleOf(findings, shown),
    approvers,
  };
}

/** Converts the plan of an edit or a merge for a page; undefined if there is none. */
export function toPlan(
  { plan, verdict, versions }: Omit<PlannedEffect, 'diagnostics'>,
  below: string,
): ProposalPlan | undefined {
  if (!plan) return undefined;
  return {
    changes: plan.changes.map(({ action, subject: { kind, name }, message, ...details }) => ({
      action,
      kind,
      name,
      message,
      operations: details.operations ?? [],
      affected: details.affected,
      ...(details.compatibility && { compatibility: details.compatibility }),
      ...(details.sensitive && { sensitive: details.sensitive }),
    })),
    findings: sortWorstFirst(verdict.findings.map((finding) => toFinding(finding, below))),
    versions,
    digest: digestOf(canonicalJson(plan.changes.map(({ fingerprint }) => fingerprint))),
  };
}

/** Why a change with these findings and this plan cannot be proposed or merged; undefined if it can. */
export function obstacleOf(
  findings: readonly ProposalFinding[],
  plan: ProposalPlan | undefined,
): ProposalPreview['obstacle'] {
  const isError = ({ severity }: ProposalFinding) => severity === 'error';
  if (findings.some(isError) || !plan) return 'lint_errors';
  return plan.findings.some(isError) ? 'forbidden_by_plan' : undefined;
}

/** Converts the lint findings of a change, errors first. Those in the files that it writes have the fields they are about. */
export function toFindings(
  diagnostics: readonly Diagnostic[],
  change: ProposedChange,
  below: string,
  { files, declares }: Pick<PlannedEdit, 'files' | 'declares'> = { files: {}, declares: [] },
): readonly ProposalFinding[] {
  const raised = raiseLowered(diagnostics, change.change);
  return sortWorstFirst(
    raised.map((diagnostic) => {
      const field = diagnostic.at.file in files ? fieldOf(diagnostic, change) : undefined;
      const item = itemOfFinding(diagnostic, change, declares);
      return {
        ...toFinding(diagnostic, below),
        ...(field !== undefined && { field, ...(item !== undefined && { item }) }),
      };
    }),
  );
}

/** What is wrong with a change, and the errors that lint finds in its other fields. */
export function toProblem(error: ChangeError, change?: ProposedChange, below = ''): ProposalProblem {
  const [first = error, ...further] = errorsIn(error);
  const others = further.flatMap((one) => toWrongField(one) ?? []);
  const findings =
    change && error instanceof RefusedChange ? findingsInOthers(error, change, below) : undefined;
  return {
    problem: 'change_invalid',
    ...(toWrongField(first) ?? { reason: first.message }),
    ...(others.length > 0 && { others }),
    ...(findings && findings.length > 0 && { findings }),
  };
}

/** The help of an error without a field may name declarations of others, or commands that the person cannot run. */
function toWrongField({ message, help, field, item }: ChangeError): WrongField | undefined {
  if (field === undefined) return undefined;
  const reason = help === undefined ? message : `${message} ${help}`;
  return { reason, field, ...(item !== undefined && { item }) };
}

/** What lint finds in a replaced field is wrong only if it is about an item that was typed. */
function findingsInOthers(error: RefusedChange, change: ProposedChange, below: string) {
  const replaced = new Set(errorsIn(error).map(({ field }) => field));
  return toFindings(error.diagnostics, change, below, error.edit).filter(
    ({ severity, field, item }) =>
      severity === 'error' && field !== undefined && (item !== undefined || !replaced.has(field)),
  );
}

/** The field of a finding in a written file, which is the document if the change replaces that. */
function fieldOf(diagnostic: Diagnostic, { change }: ProposedChange): ProposalFinding['field'] {
  return change === 'api_definition_replaced' ? 'definition' : fieldOfFinding(diagnostic);
}

/** Changes that remove access. They are never blocked by errors that they cause in other declarations. */
const takesAway: ReadonlySet<string> = new Set<ProposedChange['change']>([
  'subscription_removed',
  'secrets_retired',
  'application_changed',
  'api_blocked',
  'application_removed',
  'api_retired',
]);

/**
 * Converts the lint findings of the merge of a proposal, errors first. Lowered errors block it as they block its preview;
 * `change` is the kind of change that its commit states, which is empty or anything in commits of others.
 */
export function toFindingsOfMerge(
  diagnostics: readonly Diagnostic[],
  change: string,
  below: string,
): readonly ProposalFinding[] {
  const raised = raiseLowered(diagnostics, change);
  return sortWorstFirst(raised.map((diagnostic) => toFinding(diagnostic, below)));
}

/** Restores the severity of lowered errors for a change that does more than to remove access. */
function raiseLowered(diagnostics: readonly Diagnostic[], change: string): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) =>
    diagnostic.lowered === true && !takesAway.has(change) ? { ...diagnostic, severity: 'error' } : diagnostic,
  );
}

function toFinding({ severity, code, message, help, at }: Diagnostic, below: string): ProposalFinding {
  const file = below === '' ? at.file : `${below}/${at.file}`;
  return {
    severity,
    code,
    message,
    ...(help !== undefined && { help }),
    file,
    line: at.line,
    column: at.column,
    pointer: at.pointer,
  };
}

const order = ['error', 'warning', 'info'];

function sortWorstFirst(findings: readonly ProposalFinding[]): readonly ProposalFinding[] {
  return findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}
