import type { FindingCounts } from '#compiled/api-report.ts';
import type { Report } from '#compiler/report/report.ts';
import { listWords } from '../../views/render-counts.ts';
import { countVersions } from './report-tables.ts';

/** The subject of the report: `Example University, production`, with the owner if the report is limited to one. */
export function describeScope({ organisation, deployment, owner }: Report): string {
  return `${organisation}, ${deployment}${owner === undefined ? '' : `, APIs of ${owner}`}`;
}

/** Sentences about the number of APIs and of findings. */
export function summarizeReport(report: Report): readonly string[] {
  const { total, otherFindings } = report;
  const versions = Object.entries(total.versions).map(([state, number]) => `${number} ${state}`);
  const contents = [
    count(total.apis, 'API'),
    ` in ${count(countVersions(total), 'version')}`,
    versions.length === 0 ? '' : ` (${listWords(versions, 'and')})`,
    ` with ${count(total.subscriptions, 'subscription')}.`,
  ].join('');
  const findings = `Findings in APIs: ${nameFindings(total.findings)}.`;
  if (!otherFindings || sumOf(otherFindings) === 0) return [contents, findings];
  return [contents, findings, `Findings elsewhere: ${nameFindings(otherFindings)}.`];
}

function nameFindings({ error, warning, info, suppressed, inBaseline }: FindingCounts): string {
  const parts = [
    error > 0 && count(error, 'error'),
    warning > 0 && count(warning, 'warning'),
    info > 0 && `${info} info`,
    suppressed > 0 && `${suppressed} suppressed`,
    inBaseline > 0 && `${inBaseline} in the baseline`,
  ];
  return (
    listWords(
      parts.filter((part) => typeof part === 'string'),
      'and',
    ) || 'none'
  );
}

function sumOf(counts: FindingCounts): number {
  return Object.values(counts).reduce((sum, one: number) => sum + one, 0);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
