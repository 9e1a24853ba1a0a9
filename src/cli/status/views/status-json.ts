import type { StatusReport } from '../status-report.ts';

/**
 * How a running gateway compares, for a program: `{ format: 1, url, running, expected, same, relation, changes, reason
 * }`. `changes` lead from what runs to what is expected, and are null if they cannot be determined, with the `reason`.
 * A change that breaks its readers raises `format`.
 */
export function renderStatusJson({
  url,
  running,
  expected,
  isSame,
  relation,
  difference,
}: StatusReport): string {
  const shown = difference ?? { changes: [] };
  const content = {
    format: 1,
    url,
    running,
    expected,
    same: isSame,
    relation,
    ...('reason' in shown ? { changes: null, reason: shown.reason } : { changes: shown.changes }),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
