import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Severity } from '#diagnostic/diagnostic.ts';
import { placeOf } from '#source/place.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import type { EvaluatedFinding } from './evaluated-finding.ts';
import type { HistoryFinding, HistoryRule } from './define-history-rule.ts';
import type { History, State } from './history.ts';
import { formerLocation } from './locate-change.ts';
import { isLower } from './weakened-rules.ts';

/** The severity of a rule in a file. */
type SeverityIn = (rule: HistoryRule, file: string) => Severity | 'off';

/** The severities of a state; a rule is off if its twin is. */
export function severityIn({ workspace }: State): SeverityIn {
  const settings = new RuleSettings(workspace.gateway.value);
  return (rule, file) => {
    const twin = rule.twin && settings.severityOf({ ...rule, name: rule.twin }, file);
    return twin === 'off' ? 'off' : settings.severityOf(rule, file);
  };
}

/** The severity of a finding. */
export type SeverityOf = (rule: HistoryRule, finding: HistoryFinding) => Severity | 'off';

/**
 * The severity of a finding: that in head for its file. If it was `error` in base, for this file or the former
 * location, it is at least a warning, so that reviewers see it next to the change that lowers it.
 */
export function severityOfChange({ base, head }: History): SeverityOf {
  const [before, after] = [severityIn(base), severityIn(head)];
  return (rule, { at, related = [] }) => {
    const severity = after(rule, at.file);
    const former = related.filter(({ message }) => message === formerLocation).map((one) => one.at);
    const wasError = [at, ...former].some(({ file }) => before(rule, file) === 'error');
    return severity !== 'error' && wasError ? 'warning' : severity;
  };
}

/**
 * Reports the rules whose severity is lowered in some files. Plans do not show these settings, since route tables do
 * not contain them.
 */
export function findRelaxed(
  rules: readonly HistoryRule[],
  { base, head }: History,
): readonly EvaluatedFinding[] {
  if (settingsOf(base) === settingsOf(head)) return [];
  const [before, after] = [severityIn(base), severityIn(head)];
  const { gateway, sources } = head.workspace;
  const files = [...new Set([...base.workspace.sources.files, ...sources.files])];
  return rules.flatMap((rule) => {
    const relaxed = files.filter((file) => isLower(after(rule, file), before(rule, file)));
    const [first] = relaxed;
    if (first === undefined) return [];
    const where = relaxed.length === files.length ? '' : ` in ${nameFiles(first, relaxed.length)}`;
    const finding = {
      at: placeOf(gateway.place, 'lint'),
      message: `The severity of ${rule.name}${where} is lowered from ${before(rule, first)} to ${after(rule, first)}.`,
      help:
        before(rule, first) === 'error'
          ? 'Ask the owners of the configuration to approve this, since changes that it forbade are now allowed.'
          : 'Ask the owners of the configuration to approve this, since changes may no longer be reported as before.',
    };
    return [
      { ...toDiagnostic('rule-relaxed', 'warning', finding, sources), changes: [], sensitive: 'checks' },
    ];
  });
}

function settingsOf({ workspace }: State): string {
  return canonicalJson(workspace.gateway.value.lint ?? {});
}

function nameFiles(first: string, count: number): string {
  return count === 1 ? first : `${count} files (including ${first})`;
}
