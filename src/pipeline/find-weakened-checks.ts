import { canonicalJson } from '#compiled/canonical-json.ts';
import { lint } from '#compiler/lint/lint.ts';
import { rules } from '#compiler/lint/rules.ts';
import type { EvaluatedFinding } from '#compiler/plan/history/evaluated-finding.ts';
import { findWeakenedRules } from '#compiler/plan/history/weakened-rules.ts';
import { reportHidden } from '#compiler/plan/history/report-hidden.ts';
import { readCertificates } from '#compiler/load/read-certificates.ts';
import type { Moment, Rule } from '#compiler/rule/define-rule.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { countDiagnostics, withoutRepeats } from '#diagnostic/diagnostic.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { Comparison } from './compare.ts';

/** The effect of a change on the checks that lint makes. */
export interface WeakenedChecks {
  /** Warnings about findings that lint, because of the change, no longer reports or reports with a lower severity. */
  readonly findings: readonly EvaluatedFinding[];
  /** The number of findings that `check` would report in the whole head at this time. */
  readonly counts: { readonly errors: number; readonly warnings: number };
}

/** The head of a comparison, and the time at which it is linted. */
interface LintedHead {
  readonly tree: SourceTree;
  /** The time, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Finds problems in the head that lint no longer reports because of new settings, ignored entries or baseline entries,
 * not because they were fixed: lints the head with those inputs from the base, and again with its own. Undefined if the
 * inputs are the same on both sides, so that most plans lint nothing.
 */
export async function findWeakenedChecks(
  { base, head, plan }: Comparison,
  { tree, now }: LintedHead,
): Promise<WeakenedChecks | undefined> {
  if (!plan || !base.workspace || !head.workspace) return undefined;
  const sides = { base: base.workspace, head: head.workspace };
  if (describeSettings(sides.base) === describeSettings(sides.head)) return undefined;
  return lintTwice(sides, { now, certificates: await readCertificates(tree, sides.head) });
}

function lintTwice(sides: Record<'base' | 'head', Workspace>, moment: Moment): WeakenedChecks {
  const weakened = findWeakenedRules(rules, sides);
  const concerned = [...new Set([...weakened, ...rulesSuppressed(sides)])];
  const workspace = withAllDefinitions(sides.head);
  const now = lint(workspace, rules, { moment });
  const before = lint(withSettingsOf(sides.base, workspace), concerned, { moment });
  const { loading } = sides.head.suppressions;
  const notices = sides.head.apis.flatMap(({ remembered }) => remembered?.notices ?? []);
  const { error, warning } = countDiagnostics(withoutRepeats([...loading, ...notices, ...now.diagnostics]));
  return {
    findings: reportHidden({ before, now, weakened, concerned }, sides),
    counts: { errors: error, warnings: warning },
  };
}

function describeSettings({ gateway, suppressions: { ignored, baseline = [] } }: Workspace): string {
  return canonicalJson({
    lint: gateway.value.lint ?? {},
    ignored: ignored.map(({ value }) => value),
    baseline,
  });
}

/** The design rules that the head suppresses with entries that the ignore file and the baseline of the base lack. */
function rulesSuppressed({ base, head }: Record<'base' | 'head', Workspace>): readonly Rule[] {
  const known = new Set(listSuppressions(base).map(({ content }) => content));
  const added = listSuppressions(head).filter(({ content }) => !known.has(content));
  const names = new Set(added.map(({ rule }) => rule));
  return rules.filter(({ name, group }) => group === 'design' && names.has(name));
}

function listSuppressions({ suppressions: { ignored, baseline = [] } }: Workspace) {
  const entries = [...ignored.map(({ value }) => value), ...baseline];
  return entries.map((entry) => ({ rule: entry.rule, content: canonicalJson(entry) }));
}

/** Discards saved findings, so that definitions are linted again: only the findings of integrity rules were saved. */
function withAllDefinitions(workspace: Workspace): Workspace {
  return { ...workspace, apis: workspace.apis.map(forgetFindings) };
}

function forgetFindings(api: DeclaredApi): DeclaredApi {
  const { remembered: _, ...rest } = api;
  return rest;
}

/** The declarations of `workspace` with the lint settings and the suppressions of another state. */
function withSettingsOf({ gateway, suppressions }: Workspace, workspace: Workspace): Workspace {
  const { lint: settings } = gateway.value;
  const { lint: _, ...value } = workspace.gateway.value;
  const { ignored, baseline } = suppressions;
  return {
    ...workspace,
    gateway: { ...workspace.gateway, value: { ...value, ...(settings && { lint: settings }) } },
    suppressions: {
      ignored,
      approvals: [],
      loading: workspace.suppressions.loading,
      ...(baseline && { baseline }),
    },
  };
}
