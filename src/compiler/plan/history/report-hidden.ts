import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { placeOf } from '#source/place.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import type { SuppressedFindings } from '#compiler/rule/suppression/suppress-findings.ts';
import { baselineFile, ignoreFile } from '#compiler/workspace/suppressions.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { EvaluatedFinding } from './evaluated-finding.ts';
import { count } from '../wording/describe-quantity.ts';
import { nameSome } from '../wording/describe-value.ts';
import { isLower } from './weakened-rules.ts';

interface LintOfState {
  readonly diagnostics: readonly Diagnostic[];
  readonly suppressedFindings: SuppressedFindings;
}

/** The findings in the head's sources with the settings and suppressions of base, and with those of head. */
interface TwoLints {
  readonly before: LintOfState;
  readonly now: LintOfState;
  /** The rules whose settings report less. */
  readonly weakened: readonly Rule[];
  /** The weakened rules, and the rules with additional suppressed findings. */
  readonly concerned: readonly Rule[];
}

type Cause = 'baseline' | 'ignore file' | 'settings';

interface Hidden {
  readonly cause: Cause;
  readonly finding: Diagnostic;
}

/** Reports one warning per rule and cause that hides findings, and one for all weakened rules that hide none yet. */
export function reportHidden(
  lints: TwoLints,
  sides: Record<'base' | 'head', Workspace>,
): readonly EvaluatedFinding[] {
  const hidden = findHidden(lints);
  const groups = Map.groupBy(hidden, ({ cause, finding }) => `${cause} ${finding.code}`);
  const ruleOf = new Map(lints.concerned.map((rule) => [rule.name, rule]));
  const warnings = [...groups.values()].map((group) => describeGroup(group, ruleOf, sides));
  const affected = new Set(hidden.filter(({ cause }) => cause === 'settings').map((one) => one.finding.code));
  const idle = lints.weakened.filter(({ name }) => !affected.has(name)).map(({ name }) => name);
  return [...warnings, ...(idle.length === 0 ? [] : [describeIdle(idle, sides.head)])];
}

function findHidden({ before, now, concerned }: TwoLints): readonly Hidden[] {
  const names = new Set(concerned.map(({ name }) => name));
  const severities = new Map(now.diagnostics.map((one) => [identify(one), one.severity]));
  const { inBaseline, suppressed } = now.suppressedFindings;
  const [accepted, ignored] = [inBaseline, suppressed].map((all) => new Set(all.map(identify)));
  return before.diagnostics.flatMap((finding) => {
    const id = identify(finding);
    const severity = severities.get(id);
    const isReported = severity !== undefined && !isLower(severity, finding.severity);
    if (!names.has(finding.code) || isReported) return [];
    const cause = accepted?.has(id) ? 'baseline' : ignored?.has(id) ? 'ignore file' : 'settings';
    return [{ cause, finding } as const];
  });
}

function identify({ code, message, at: { file, line, column } }: Diagnostic): string {
  return JSON.stringify([code, message, file, line, column]);
}

const codes: Readonly<Record<Cause, string>> = {
  baseline: 'baseline-extended',
  'ignore file': 'suppression-added',
  settings: 'rule-relaxed',
};

function describeGroup(
  group: readonly Hidden[],
  ruleOf: ReadonlyMap<string, Rule>,
  { base, head }: Record<'base' | 'head', Workspace>,
): EvaluatedFinding {
  const findings = group.map(({ finding }) => finding);
  const [{ cause, finding } = group[0]!] = group;
  const many = count(findings.length, 'finding');
  const where = nameSome(findings.map(({ at }) => `${at.file}:${at.line}`));
  return {
    ...warning(codes[cause], locateCause(cause, head)),
    message: {
      baseline: `The baseline newly accepts ${many} of ${finding.code}: ${where}.`,
      'ignore file': `The ignore file newly suppresses ${many} of ${finding.code}: ${where}.`,
      settings: `${describeSettings(ruleOf.get(finding.code)!, finding.at.file, { base, head })} ${many}: ${where}.`,
    }[cause],
    help: 'Ask the owners of the configuration to approve this, since lint no longer reports these findings as before.',
    related: findings.map(({ message, at }) => ({ message, at })),
  };
}

/** The start of a sentence, which the number of findings continues. */
function describeSettings(
  rule: Rule,
  file: string,
  { base, head }: Record<'base' | 'head', Workspace>,
): string {
  const [before, after] = [base, head].map(({ gateway }) =>
    new RuleSettings(gateway.value).severityOf(rule, file),
  );
  const { name } = rule;
  if (before === after) return `The options of ${name} newly allow`;
  const effect = after === 'off' ? 'which hides' : 'for';
  return `The severity of ${name} is lowered from ${before} to ${after}, ${effect}`;
}

function describeIdle(names: readonly string[], head: Workspace): EvaluatedFinding {
  const rules = names.length === 1 ? 'rule' : 'rules';
  return {
    ...warning('rule-relaxed', locateCause('settings', head)),
    message: `${names.length} ${rules} without findings in the head may report less: ${nameSome(names)}.`,
    help: 'Ask the owners of the configuration to approve this.',
  };
}

function warning(code: string, at: SourceLocation) {
  return { code, severity: 'warning', at, changes: [], sensitive: 'checks' } as const;
}

function locateCause(cause: Cause, { gateway, sources }: Workspace): SourceLocation {
  if (cause === 'settings') return sources.locate(placeOf(gateway.place, 'lint'), 'value');
  const file = cause === 'baseline' ? baselineFile : ignoreFile;
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
}
