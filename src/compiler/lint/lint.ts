import type { Diagnostic, Severity } from '../../diagnostic/diagnostic.ts';
import type { Rule, RuleContext } from '../rule/define-rule.ts';
import { toDiagnostic, type Finding } from '../workspace/finding.ts';
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
  return isChecked(workspace, diagnostics) ? { diagnostics, checked: workspace } : { diagnostics };
}

/** Whether the workspace was checked and no error was found. */
function isChecked(
  _workspace: Workspace,
  diagnostics: readonly Diagnostic[],
): _workspace is CheckedWorkspace {
  return diagnostics.every(({ severity }) => severity !== 'error');
}

function runRule(rule: Rule, workspace: Workspace): readonly Diagnostic[] {
  const severity = severityOf(rule, workspace);
  if (severity === 'off') return [];
  const diagnostics: Diagnostic[] = [];
  const report = (finding: Finding) =>
    diagnostics.push(toDiagnostic(rule.name, severity, finding, workspace.sources));
  try {
    checkEveryNode(rule, { workspace, report });
  } catch (error) {
    diagnostics.push(describeCrash(rule, error, workspace));
  }
  return diagnostics;
}

/** Without what a rule would have found nothing may be compiled, and what the other rules find is still of use. */
function describeCrash({ name }: Rule, error: unknown, { gateway, sources }: Workspace): Diagnostic {
  const cause = error instanceof Error ? error.message : String(error);
  const finding = {
    at: gateway.place,
    message: `The rule ${name} failed: ${cause.replace(/\.$/, '')}.`,
    help: 'This is a fault of gatewright; please report it, with the declarations that bring it about.',
  };
  return toDiagnostic('rule-crash', 'error', finding, sources);
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
  check.workspace?.(workspace, context);
}
