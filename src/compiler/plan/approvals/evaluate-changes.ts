import { sortDiagnostics } from '#diagnostic/diagnostic.ts';
import { describeCrash } from '#compiler/rule/describe-crash.ts';
import { applyApprovals, type LoweredRule, type PlanVerdict } from './apply-approvals.ts';
import type { EvaluatedFinding } from '../history/evaluated-finding.ts';
import { fingerprintFinding } from './apply-approvals.ts';
import type { HistoryRule } from '../history/define-history-rule.ts';
import { historyRules } from './history-rules.ts';
import type { History } from '../history/history.ts';
import { findRelaxed, severityIn, type SeverityOf, severityOfChange } from '../history/relaxed-rules.ts';

/**
 * Applies the history rules to a plan, with the settings and the approvals of head. Findings about lowered severities
 * come first; all others follow, sorted by location.
 */
export function evaluateChanges(history: History): PlanVerdict {
  const severityOf = severityOfChange(history);
  const lowered: LoweredRule[] = [];
  const found = historyRules.flatMap((rule) => runRule(rule, history, severityOf, lowered));
  const { findings, approved } = applyApprovals(sortDiagnostics(found), history);
  // Findings about lowered severities come first: long lists are truncated, and a lowered severity may explain why
  // another finding is only a warning.
  return {
    lowered,
    findings: [...findRelaxed(historyRules, history), ...sortDiagnostics(findings)],
    approved,
  };
}

/** The findings of a rule. If the rule throws, its findings up to then and one that reports the crash. */
function runRule(
  rule: HistoryRule,
  history: History,
  severityOf: SeverityOf,
  lowered: LoweredRule[],
): readonly EvaluatedFinding[] {
  const configured = severityIn(history.head);
  const found: EvaluatedFinding[] = [];
  try {
    rule.check(history, (finding) => {
      const { changes, ...diagnostic } = finding;
      const severity = severityOf(rule, finding);
      const ofChanges = changes.map((change) => change.fingerprint);
      if (rule.severity === 'error' && severity !== 'error')
        lowered.push({ rule: rule.name, severity: configured(rule, finding.at.file), ofChanges });
      if (severity === 'off') return;
      const fingerprint = fingerprintFinding(changes, history);
      found.push({
        code: rule.name,
        severity,
        ...diagnostic,
        changes: fingerprint === undefined ? [] : [fingerprint],
        ofChanges,
      });
    });
  } catch (error) {
    const { gateway, sources } = history.head.workspace;
    found.push({ ...describeCrash(rule, error, gateway.place, sources), changes: [] });
  }
  return found;
}
