import type { Severity } from '../../diagnostic/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostic/sort-diagnostics.ts';
import { describeCrash } from '../rule/describe-crash.ts';
import { RuleSettings } from '../rule/rule-settings.ts';
import { applyApprovals, type JudgedFinding, type Judgement } from './apply-approvals.ts';
import type { HistoryRule } from './define-history-rule.ts';
import { fingerprintFinding } from './fingerprint-finding.ts';
import type { History } from './history.ts';
import { historyRules } from './history-rules.ts';

/**
 * Judges what has changed by the rules that need history, with the settings and the approvals of head. What is found is
 * sorted by place.
 */
export function judge(history: History): Judgement {
  const settings = new RuleSettings(history.head.workspace.gateway.value);
  const found = historyRules.flatMap((rule) => runRule(rule, history, settings));
  const { findings, approved } = applyApprovals(sortDiagnostics(found), history);
  return { findings: sortDiagnostics(findings), approved };
}

/** What a rule reports before it ends or fails. */
function runRule(rule: HistoryRule, history: History, settings: RuleSettings): readonly JudgedFinding[] {
  const found: JudgedFinding[] = [];
  try {
    rule.check(history, ({ changes, ...said }) => {
      const severity = severityOf(rule, said.at.file, settings);
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

function severityOf(rule: HistoryRule, file: string, settings: RuleSettings): Severity | 'off' {
  const twin = rule.twin && settings.severityOf({ ...rule, name: rule.twin }, file);
  return twin === 'off' ? 'off' : settings.severityOf(rule, file);
}
