import { type Diagnostic, withoutRepeats } from '../../diagnostic/diagnostic.ts';
import type { Moment, Rule } from '../rule/define-rule.ts';
import { suppressFindings, type SuppressedFindings } from '../rule/suppression/suppress-findings.ts';
import type { RuleSettings } from '../rule/rule-settings.ts';
import type { CheckedWorkspace, DeclaredApi, Definition, Workspace } from '../workspace/workspace.ts';
import { FindingsCache } from './findings-cache.ts';
import { lintDefinition } from './lint-definition.ts';
import { lintNodes } from './lint-nodes.ts';
import { rules as allRules } from './rules.ts';

export interface LintResult {
  /** What nothing suppresses. */
  readonly diagnostics: readonly Diagnostic[];
  readonly suppressedFindings: SuppressedFindings;
  /** What was found in each definition that is at hand, suppressed or not. */
  readonly inDefinitions: ReadonlyMap<Definition, readonly Diagnostic[]>;
  /** Present where no error prevents compiling. */
  readonly checked?: CheckedWorkspace;
}

/**
 * Checks a workspace against each of some rules that its gateway has not switched off. What a cache knows of declarations and
 * definitions is not looked for again. Without a moment, nothing is found that depends on the time.
 */
export function lint(
  workspace: Workspace,
  rules: readonly Rule[] = allRules,
  cache: FindingsCache = new FindingsCache(),
  moment?: Moment,
): LintResult {
  const settings = cache.open(workspace.gateway.value);
  const inDefinitions = lintDefinitions(workspace, rules, settings, cache);
  const found = withoutRepeats([
    ...lintNodes(workspace, rules, settings, cache, moment).flat(),
    ...workspace.apis.flatMap((api) => findingsOf(api, inDefinitions)),
  ]);
  const known = rules === allRules ? rules : [...new Set([...rules, ...allRules])];
  const { reported: diagnostics, suppressedFindings } = suppressFindings(found, workspace, rules, known);
  const checked = isChecked(workspace, diagnostics) && { checked: workspace };
  return { diagnostics, suppressedFindings, inDefinitions, ...checked };
}

/** Each definition once, though several APIs may name it. */
function lintDefinitions(
  { apis, sources }: Workspace,
  rules: readonly Rule[],
  settings: RuleSettings,
  cache: FindingsCache,
): LintResult['inDefinitions'] {
  const found = new Map<Definition, readonly Diagnostic[]>();
  for (const { definition } of apis) {
    if (!definition || found.has(definition)) continue;
    const find = () => lintDefinition(definition, rules, settings, sources);
    found.set(definition, cache.inDefinition(definition, sources, find));
  }
  return found;
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
