import { type Diagnostic, withoutRepeats } from '#diagnostic/diagnostic.ts';
import type { Moment, Rule } from '#compiler/rule/define-rule.ts';
import { suppressFindings, type SuppressedFindings } from '#compiler/rule/suppression/suppress-findings.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import type { CheckedWorkspace, DeclaredApi, Definition, Workspace } from '#compiler/workspace/workspace.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { KeptFindings } from './kept-findings.ts';
import type { KeptParts } from './kept-parts.ts';
import { lintDefinition } from './lint-definition.ts';
import { lintNodes } from './lint-nodes.ts';
import { rules as allRules } from './rules.ts';

export interface LintResult {
  /** The findings that nothing suppresses. */
  readonly diagnostics: readonly Diagnostic[];
  readonly suppressedFindings: SuppressedFindings;
  /** Present if no error prevents compiling. */
  readonly checked?: CheckedWorkspace;
}

export interface LintOptions {
  /** The results of earlier lints. */
  readonly store?: BuildStore | undefined;
  /** Whether findings in definitions are also kept by the digests of their texts. */
  readonly remembers?: boolean | undefined;
  /** Whether findings that are known by digests are used for definitions that were loaded. Default: as `remembers`. */
  readonly reuses?: boolean | undefined;
  /** Definitions that somebody edits: what is found in their parts is kept. Default: none. */
  readonly edited?: ReadonlySet<string> | undefined;
  /** Without it, nothing is found that depends on the time. */
  readonly moment?: Moment | undefined;
}

/** Checks a workspace against each of some rules that its gateway has not switched off. */
export function lint(
  workspace: Workspace,
  rules: readonly Rule[] = allRules,
  {
    store = new BuildStore('one'),
    remembers = false,
    reuses = remembers,
    edited = new Set(),
    moment,
  }: LintOptions = {},
): LintResult {
  const gateway = workspace.gateway.value;
  const settings = new RuleSettings(gateway);
  const kept = new KeptFindings(gateway, { store, rules, remembers, reuses, edited });
  const inDefinitions = lintDefinitions(workspace, rules, settings, kept);
  const found = withoutRepeats([
    ...lintNodes(workspace, rules, settings, kept, moment).flat(),
    ...workspace.apis.flatMap((api) => findingsOf(api, inDefinitions)),
  ]);
  const known = rules === allRules ? rules : [...new Set([...rules, ...allRules])];
  const { reported: diagnostics, suppressedFindings } = suppressFindings(found, workspace, rules, known);
  const checked = isChecked(workspace, diagnostics) && { checked: workspace };
  store.endRun('lint');
  return { diagnostics, suppressedFindings, ...checked };
}

type FindingsByDefinition = ReadonlyMap<Definition, readonly Diagnostic[]>;

/** Each definition once, though several APIs may name it. */
function lintDefinitions(
  { apis, sources }: Workspace,
  rules: readonly Rule[],
  settings: RuleSettings,
  kept: KeptFindings,
): FindingsByDefinition {
  const found = new Map<Definition, readonly Diagnostic[]>();
  for (const { readablePart, definition = readablePart, remembered } of apis) {
    if (!definition || remembered || found.has(definition)) continue;
    const find = (parts?: KeptParts) => lintDefinition(definition, rules, settings, sources, { kept: parts });
    found.set(definition, kept.inDefinition(definition, sources, find));
  }
  return found;
}

/** The findings of an API's definition, from now or before; which of the two does not affect their order. */
function findingsOf(
  { readablePart, definition = readablePart, findingsInPart = [], remembered }: DeclaredApi,
  inDefinitions: FindingsByDefinition,
): readonly Diagnostic[] {
  if (remembered) return [...remembered.notices, ...remembered.findings];
  return (definition && inDefinitions.get(definition)) ?? findingsInPart;
}

/** Whether no error was found in the workspace, and every definition is at hand. */
function isChecked(workspace: Workspace, diagnostics: readonly Diagnostic[]): workspace is CheckedWorkspace {
  if (workspace.apis.some(({ remembered, definition }) => remembered && !definition)) return false;
  return diagnostics.every(({ severity }) => severity !== 'error');
}
