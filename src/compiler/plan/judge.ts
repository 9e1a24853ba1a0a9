import type { Diagnostic, Severity } from '../../diagnostic/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostic/sort-diagnostics.ts';
import { describeCrash } from '../rule/describe-crash.ts';
import { RuleSettings } from '../rule/rule-settings.ts';
import { applyApprovals, type Approved, type Found } from './apply-approvals.ts';
import type { HistoryRule } from './define-history-rule.ts';
import type { History } from './history.ts';
import { historyRules } from './history-rules.ts';

/** Whether what makes one state of a repository of another may be. */
export interface Judgement {
  /** What is not approved, and approvals that are of no use; sorted by place. */
  readonly findings: readonly Diagnostic[];
  /** What would be among the findings if nobody had approved it; sorted by place. */
  readonly approved: readonly Approved[];
}

/** Judges what has changed by the rules that need history, with the settings and the approvals of head. */
export function judge(history: History): Judgement {
  const settings = new RuleSettings(history.head.workspace.gateway.value);
  const found = historyRules.flatMap((rule) => runRule(rule, history, settings));
  const { findings, approved } = applyApprovals(found, history);
  const order = sortDiagnostics(approved.map(({ finding }) => finding));
  return {
    findings: sortDiagnostics(findings),
    approved: approved.toSorted((a, b) => order.indexOf(a.finding) - order.indexOf(b.finding)),
  };
}

/** What a rule reports before it ends or fails. */
function runRule(rule: HistoryRule, history: History, settings: RuleSettings): readonly Found[] {
  const found: Found[] = [];
  try {
    rule.check(history, ({ changes, ...said }) => {
      const severity = severityOf(rule, said.at.file, settings);
      if (severity !== 'off') found.push({ finding: { code: rule.name, severity, ...said }, changes });
    });
  } catch (error) {
    const { gateway, sources } = history.head.workspace;
    found.push({ finding: describeCrash(rule, error, gateway.place, sources), changes: [] });
  }
  return found;
}

function severityOf(rule: HistoryRule, file: string, settings: RuleSettings): Severity | 'off' {
  const twin = rule.twin && settings.severityOf({ ...rule, name: rule.twin }, file);
  return twin === 'off' ? 'off' : settings.severityOf(rule, file);
}
