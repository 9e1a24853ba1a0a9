import type { Judgement } from '../../compiler/plan/approvals/apply-approvals.ts';
import type { BuildResult } from '../../pipeline.ts';
import type { Output } from '../io.ts';

/** `1 finding`, `2 findings`. */
export function countFindings(count: number): string {
  return count === 1 ? '1 finding' : `${count} findings`;
}

/** Tells how much was found and is not reported, so that what is excused is not forgotten. */
export function tellExcused({ suppressedFindings }: BuildResult, output: Output): void {
  if (!suppressedFindings) return;
  const parts = [
    tellPart(suppressedFindings.inBaseline.length, 'in the baseline'),
    tellPart(suppressedFindings.suppressed.length, 'suppressed'),
  ].filter((part) => part !== '');
  if (parts.length > 0) output.write(`${parts.join(', and ')}.\n`);
  if (suppressedFindings.gone === 0) return;
  const gone = `${countFindings(suppressedFindings.gone)} of the baseline ${suppressedFindings.gone === 1 ? 'is' : 'are'} gone`;
  output.write(
    `${gone}; \`gatewright lint --prune\` takes ${suppressedFindings.gone === 1 ? 'it' : 'them'} out.\n`,
  );
}

/** Tells how much of what has changed somebody has let pass. */
export function tellApproved({ approved }: Judgement, output: Output): void {
  if (approved.length === 0) return;
  output.write(`${countFindings(approved.length)} ${approved.length === 1 ? 'is' : 'are'} approved.\n`);
}

function tellPart(count: number, where: string): string {
  if (count === 0) return '';
  return `${countFindings(count)} ${count === 1 ? 'is' : 'are'} ${where}`;
}
