import type { Diagnostic, Severity } from '../../diagnostic/diagnostic.ts';
import type { Finding, Rule, RuleContext } from '../rule/define-rule.ts';
import type { CheckedWorkspace, Workspace } from '../workspace/workspace.ts';
import { rules as allRules } from './rules.ts';

export interface LintResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Present where nothing stands in the way of compiling. */
  readonly checked?: CheckedWorkspace;
}

/** Checks a workspace against every rule that its gateway has not switched off. */
export function lint(workspace: Workspace, rules: readonly Rule[] = allRules): LintResult {
  const diagnostics = rules.flatMap((rule) => runRule(rule, workspace));
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics };
  return { diagnostics, checked: workspace as CheckedWorkspace };
}

function runRule(rule: Rule, workspace: Workspace): readonly Diagnostic[] {
  const severity = severityOf(rule, workspace);
  if (severity === 'off') return [];
  const findings: Finding[] = [];
  checkEveryNode(rule, { workspace, report: (finding) => findings.push(finding) });
  return findings.map((finding) => toDiagnostic(rule.name, severity, finding, workspace));
}

function severityOf(rule: Rule, workspace: Workspace): Severity | 'off' {
  if (rule.group === 'integrity') return rule.severity;
  return workspace.gateway.value.lint?.rules?.[rule.name] ?? rule.severity;
}

function checkEveryNode({ check }: Rule, context: RuleContext): void {
  const { workspace } = context;
  check.gateway?.(workspace.gateway, context);
  for (const api of workspace.apis) check.api?.(api, context);
  for (const application of workspace.applications) check.application?.(application, context);
  for (const subscription of workspace.subscriptions) check.subscription?.(subscription, context);
  for (const tier of workspace.tiers) check.tier?.(tier, context);
  check.workspace?.(workspace, context);
}

function toDiagnostic(code: string, severity: Severity, finding: Finding, { sources }: Workspace): Diagnostic {
  const { at, part = 'value', message, help, related, secret } = finding;
  return {
    code,
    severity,
    message,
    ...(help === undefined ? {} : { help }),
    at: sources.locate(at, part),
    ...(related === undefined
      ? {}
      : { related: related.map((one) => ({ message: one.message, at: sources.locate(one.at, one.part ?? 'value') })) }),
    ...(secret === undefined ? {} : { secret }),
  };
}
