import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import type { CheckResult } from '#pipeline.ts';
import type { Output } from '../io.ts';

/** `1 finding`, `2 findings`. */
export function countFindings(count: number): string {
  return count === 1 ? '1 finding' : `${count} findings`;
}

/** Reports the number of suppressed findings, so that they are not forgotten. */
export function reportSuppressed(
  { suppressedFindings }: { readonly suppressedFindings?: CheckResult['suppressedFindings'] | undefined },
  output: Output,
): void {
  if (!suppressedFindings) return;
  const parts = [
    describePart(suppressedFindings.inBaseline.length, 'in the baseline'),
    describePart(suppressedFindings.suppressed.length, 'suppressed'),
  ].filter((part) => part !== '');
  if (parts.length > 0) output.write(`${parts.join(', and ')}.\n`);
  if (suppressedFindings.obsolete === 0) return;
  const obsolete = `${countFindings(suppressedFindings.obsolete)} of the baseline ${suppressedFindings.obsolete === 1 ? 'is' : 'are'} no longer found`;
  output.write(
    `${obsolete}; \`gatewright lint --prune\` removes ${suppressedFindings.obsolete === 1 ? 'it' : 'them'}.\n`,
  );
}

/** Reports the number of approved changes. */
export function reportApproved({ approved }: PlanVerdict, output: Output): void {
  if (approved.length === 0) return;
  output.write(`${countFindings(approved.length)} ${approved.length === 1 ? 'is' : 'are'} approved.\n`);
}

function describePart(count: number, where: string): string {
  if (count === 0) return '';
  return `${countFindings(count)} ${count === 1 ? 'is' : 'are'} ${where}`;
}
