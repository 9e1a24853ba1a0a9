import { countDiagnostics, type Diagnostic } from '#diagnostic/diagnostic.ts';
import { renderTable } from '../../views/render-table.ts';

/** Of more rules, only the number of the others is shown. */
const shownRules = 20;

/** A table of what each rule found and in how many files; most errors first, then most warnings, then most infos. */
export function summarizeRules(diagnostics: readonly Diagnostic[]): string {
  const rows = [...Map.groupBy(diagnostics, ({ code }) => code)]
    .map(([rule, found]) => {
      const { error, warning, info } = countDiagnostics(found);
      return { rule, counts: [error, warning, info, new Set(found.map(({ at }) => at.file)).size] };
    })
    .toSorted((a, b) => compareCounts(a.counts, b.counts));
  const shown = rows.slice(0, shownRules).map(({ rule, counts }) => [rule, ...counts.map(String)]);
  const others = rows.length - shown.length;
  const rest = others === 0 ? [] : [`  … and ${others} more ${others === 1 ? 'rule' : 'rules'}`];
  return [
    'By rule:',
    ...renderTable([['rule', 'errors', 'warnings', 'info', 'files'], ...shown]),
    ...rest,
  ].join('\n');
}

function compareCounts(a: readonly number[], b: readonly number[]): number {
  const difference = a.map((count, index) => (b[index] ?? 0) - count);
  return difference.find((one) => one !== 0) ?? 0;
}
