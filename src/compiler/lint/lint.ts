import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { withoutRepeats } from '../../diagnostic/without-repeats.ts';
import type { Rule, RuleContext } from '../rule/define-rule.ts';
import { excuseFindings, type Excused } from '../rule/excuse/excuse-findings.ts';
import { RuleSettings } from '../rule/rule-settings.ts';
import { toDiagnostic, type Finding } from '../workspace/finding.ts';
import type { CheckedWorkspace, DeclaredApi, Definition, Workspace } from '../workspace/workspace.ts';
import { describeCrash } from './describe-crash.ts';
import { lintDefinition } from './lint-definition.ts';
import { rules as allRules } from './rules.ts';

export interface LintResult {
  /** What nothing excuses. */
  readonly diagnostics: readonly Diagnostic[];
  readonly excused: Excused;
  /** What was found in each definition that was looked at now, excused or not. */
  readonly inDefinitions: ReadonlyMap<Definition, readonly Diagnostic[]>;
  /** Present where nothing stands in the way of compiling. */
  readonly checked?: CheckedWorkspace;
}

/** Checks a workspace against every rule that its gateway has not switched off. */
export function lint(workspace: Workspace, rules: readonly Rule[] = allRules): LintResult {
  const settings = new RuleSettings(workspace.gateway.value);
  const inDefinitions = lintDefinitions(workspace, rules, settings);
  const found = withoutRepeats([
    ...rules.flatMap((rule) => lintDeclarations(rule, workspace, settings)),
    ...workspace.apis.flatMap((api) => findingsOf(api, inDefinitions)),
  ]);
  const { reported: diagnostics, excused } = excuseFindings(found, workspace, rules);
  const checked = isChecked(workspace, diagnostics) && { checked: workspace };
  return { diagnostics, excused, inDefinitions, ...checked };
}

/** Each definition once, though several APIs may name it. */
function lintDefinitions({ apis, sources }: Workspace, rules: readonly Rule[], settings: RuleSettings) {
  const definitions = new Set(apis.flatMap(({ definition }) => definition ?? []));
  return new Map([...definitions].map((one) => [one, lintDefinition(one, rules, settings, sources)]));
}

/** What was found in an API's definition, now or before: which of the two has no say in what comes first. */
function findingsOf(
  { definition, remembered }: DeclaredApi,
  inDefinitions: LintResult['inDefinitions'],
): readonly Diagnostic[] {
  if (remembered) return remembered.diagnostics;
  return (definition && inDefinitions.get(definition)) ?? [];
}

/** Whether no error was found in the workspace, and every definition is at hand. */
function isChecked(workspace: Workspace, diagnostics: readonly Diagnostic[]): workspace is CheckedWorkspace {
  if (workspace.apis.some(({ remembered }) => remembered)) return false;
  return diagnostics.every(({ severity }) => severity !== 'error');
}

function lintDeclarations(rule: Rule, workspace: Workspace, settings: RuleSettings): readonly Diagnostic[] {
  if (!rule.check || settings.isOff(rule)) return [];
  const diagnostics: Diagnostic[] = [];
  const report = (finding: Finding): void => {
    const severity = settings.severityOf(rule, finding.at.file);
    if (severity !== 'off') diagnostics.push(toDiagnostic(rule.name, severity, finding, workspace.sources));
  };
  try {
    checkEveryNode(rule.check, { workspace, report });
  } catch (error) {
    diagnostics.push(describeCrash(rule, error, workspace.gateway.place, workspace.sources));
  }
  return diagnostics;
}

function checkEveryNode(check: NonNullable<Rule['check']>, context: RuleContext): void {
  const { workspace } = context;
  check.gateway?.(workspace.gateway, context);
  for (const api of workspace.apis) check.api?.(api, context);
  for (const application of workspace.applications) check.application?.(application, context);
  for (const subscription of workspace.subscriptions) check.subscription?.(subscription, context);
  for (const provider of workspace.identityProviders) check.identityProvider?.(provider, context);
  check.workspace?.(workspace, context);
}
