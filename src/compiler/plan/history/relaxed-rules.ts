import { canonicalJson } from '../../../compiled/canonical-json.ts';
import type { Severity } from '../../../diagnostic/diagnostic.ts';
import { placeOf } from '../../../source/place.ts';
import { RuleSettings } from '../../rule/rule-settings.ts';
import { toDiagnostic } from '../../workspace/finding.ts';
import type { JudgedFinding } from '../approvals/apply-approvals.ts';
import type { HistoryFinding, HistoryRule } from './define-history-rule.ts';
import type { History, State } from './history.ts';
import { wasHere } from '../locate-change.ts';

/** How bad it is to break a rule in a file. */
type SeverityIn = (rule: HistoryRule, file: string) => Severity | 'off';

/** As a state sets it; off where the rule's twin is. */
function severityIn({ workspace }: State): SeverityIn {
  const settings = new RuleSettings(workspace.gateway.value);
  return (rule, file) => {
    const twin = rule.twin && settings.severityOf({ ...rule, name: rule.twin }, file);
    return twin === 'off' ? 'off' : settings.severityOf(rule, file);
  };
}

/** How bad a finding of a rule is. */
export type SeverityOf = (rule: HistoryRule, finding: HistoryFinding) => Severity | 'off';

/**
 * As head sets it for the file of a finding, but that what base forbids there, or where it stood, is seen at least once:
 * beside the change of the settings, or the move, that lets it pass.
 */
export function severityOfChange({ base, head }: History): SeverityOf {
  const [before, after] = [severityIn(base), severityIn(head)];
  return (rule, { at, related = [] }) => {
    const said = after(rule, at.file);
    const former = related.filter(({ message }) => message === wasHere).map((one) => one.at);
    const wasError = [at, ...former].some(({ file }) => before(rule, file) === 'error');
    return said !== 'error' && wasError ? 'warning' : said;
  };
}

/** The rules of which errors are none any more, in all files or in some: such a setting is in no route table. */
export function findRelaxed(
  rules: readonly HistoryRule[],
  { base, head }: History,
): readonly JudgedFinding[] {
  if (settingsOf(base) === settingsOf(head)) return [];
  const [before, after] = [severityIn(base), severityIn(head)];
  const { gateway, sources } = head.workspace;
  const files = [...new Set([...base.workspace.sources.files, ...sources.files])];
  return rules.flatMap((rule) => {
    const relaxed = files.filter((file) => before(rule, file) === 'error' && after(rule, file) !== 'error');
    const [first] = relaxed;
    if (first === undefined) return [];
    const where = relaxed.length === files.length ? '' : ` in ${nameFiles(first, relaxed.length)}`;
    const finding = {
      at: placeOf(gateway.place, 'lint'),
      message: `The severity of ${rule.name}${where} is lowered from error to ${after(rule, first)}.`,
      help: 'Ask the owners of the configuration to approve this, since changes that it forbade are now allowed.',
    };
    return [{ ...toDiagnostic('rule-relaxed', 'warning', finding, sources), changes: [] }];
  });
}

function settingsOf({ workspace }: State): string {
  return canonicalJson(workspace.gateway.value.lint ?? {});
}

function nameFiles(first: string, count: number): string {
  return count === 1 ? first : `${count} files (including ${first})`;
}
