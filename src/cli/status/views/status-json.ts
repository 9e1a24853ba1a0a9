import type { StatusReport } from '../status-report.ts';

/**
 * The comparison with a running gateway, for programs: `{ format: 1, url, running, expected, same, relation, changes,
 * reason }`. `changes` lead from the running to the expected table; if they cannot be determined, they are null and
 * `reason` explains why. An incompatible change raises `format`.
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
