import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { PlannedEdit } from '#pipeline/plan-change.ts';
import { fieldOfFinding } from './field-of-finding.ts';
import type { ProposalFinding, ProposalPlan, ProposalPreview } from '#runtime/ports/proposals.ts';

type Written = Pick<ProposalPreview, 'base' | 'diff'>;

/**
 * Converts a planned change for a page. `below` is the folder of the declarations in the repository; empty for the
 * root.
 */
export function toPreview(
  { title, subject, files, diagnostics, plan, verdict, versions }: PlannedEdit,
  change: ProposedChange,
  below: string,
  written: Written,
): ProposalPreview {
  const findings = toFindings(diagnostics, change, below, new Set(Object.keys(files)));
  const shown: ProposalPlan | undefined = plan && {
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
  const blocks = findings.some(({ severity }) => severity === 'error');
  const isForbidden = shown?.findings.some(({ severity }) => severity === 'error') === true;
  const obstacle = blocks || !shown ? 'lint_errors' : isForbidden ? 'forbidden_by_plan' : undefined;
  return { ...written, title, subject, findings, ...(shown && { plan: shown }), obstacle };
}

/** Converts the lint findings of a change, errors first. Those in the files that it writes have the fields they are about. */
export function toFindings(
  diagnostics: readonly Diagnostic[],
  change: ProposedChange,
  below: string,
  written: ReadonlySet<string> = new Set(),
): readonly ProposalFinding[] {
  const found = diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...(blocksChange(diagnostic, change) && { severity: 'error' as const }),
  }));
  return sortWorstFirst(
    found.map((diagnostic) => {
      const field = written.has(diagnostic.at.file) ? fieldOf(diagnostic, change) : undefined;
      return { ...toFinding(diagnostic, below), ...(field !== undefined && { field }) };
    }),
  );
}

/** The field of a finding in a written file, which is the document if the change replaces that. */
function fieldOf(diagnostic: Diagnostic, { change }: ProposedChange): ProposalFinding['field'] {
  return change === 'api_definition_replaced' ? 'definition' : fieldOfFinding(diagnostic);
}

/** Changes that remove access. They are never blocked by errors that they cause in other declarations. */
const takesAway: ReadonlySet<ProposedChange['change']> = new Set([
  'subscription_removed',
  'secrets_retired',
  'application_changed',
  'api_blocked',
  'api_retired',
]);

function blocksChange({ severity, lowered }: Diagnostic, { change }: ProposedChange): boolean {
  return severity === 'error' || (lowered === true && !takesAway.has(change));
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
