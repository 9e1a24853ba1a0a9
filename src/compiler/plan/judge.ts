import { sortDiagnostics } from '../../diagnostic/diagnostic.ts';
import { describeCrash } from '../rule/describe-crash.ts';
import { applyApprovals, type JudgedFinding, type Judgement } from './approvals/apply-approvals.ts';
import { fingerprintFinding } from './approvals/apply-approvals.ts';
import type { HistoryRule } from './history/define-history-rule.ts';
import { historyRules } from './history/history-rules.ts';
import type { History } from './history/history.ts';
import { findRelaxed, type SeverityOf, severityOfChange } from './history/relaxed-rules.ts';

/**
 * Judges what has changed by the rules that need history, with the settings and the approvals of head; of rules that
 * forbade more before, it says so in front. What is found is sorted by place.
 */
export function judge(history: History): Judgement {
  const severityOf = severityOfChange(history);
  const found = historyRules.flatMap((rule) => runRule(rule, history, severityOf));
  const { findings, approved } = applyApprovals(sortDiagnostics(found), history);
  // In front, since long lists are cut, and what is found may be a warning for nothing but this.
  return { findings: [...findRelaxed(historyRules, history), ...sortDiagnostics(findings)], approved };
}

/** What a rule reports before it ends or fails. */
function runRule(rule: HistoryRule, history: History, severityOf: SeverityOf): readonly JudgedFinding[] {
  const found: JudgedFinding[] = [];
  try {
    rule.check(history, (finding) => {
      const { changes, ...said } = finding;
      const severity = severityOf(rule, finding);
      if (severity === 'off') return;
      const fingerprint = fingerprintFinding(changes, history);
      found.push({
        code: rule.name,
        severity,
        ...said,
        changes: fingerprint === undefined ? [] : [fingerprint],
      });
    });
  } catch (error) {
    const { gateway, sources } = history.head.workspace;
    found.push({ ...describeCrash(rule, error, gateway.place, sources), changes: [] });
  }
  return found;
}
