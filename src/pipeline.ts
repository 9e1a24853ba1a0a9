import type { Compiled } from '#compiled/compiled.ts';
import { compile } from '#compiler/compile/compile.ts';
import { lint, type LintResult } from '#compiler/lint/lint.ts';
import { load, type LoadOptions } from '#compiler/load/load.ts';
import { readCertificates } from '#compiler/load/read-certificates.ts';
import type { Rule } from '#compiler/rule/define-rule.ts';
import { chooseSeverities, type RuleChoices } from '#compiler/rule/choose-severities.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { CheckedWorkspace, Workspace } from '#compiler/workspace/workspace.ts';
import { type Diagnostic, sortDiagnostics } from '#diagnostic/diagnostic.ts';
import type { SourceTree } from '#source/source-tree.ts';

export { UnknownDeploymentError } from '#compiler/compile/unknown-deployment-error.ts';

export interface CheckResult {
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** Absent if there is no usable Gateway document. */
  readonly workspace?: Workspace;
  /** The findings of lint that are not reported; absent if there was nothing to lint. */
  readonly suppressedFindings?: LintResult['suppressedFindings'];
  /** Present if no error prevents compiling. */
  readonly checked?: CheckedWorkspace;
}

export interface CheckOptions extends Omit<LoadOptions, 'reusesDefinitions' | 'configure'> {
  /**
   * The results about definitions that the store saves by digests of texts: the findings of lint, or everything that is
   * known. In the latter case, known definitions are not parsed, so nothing can be compiled unless `isShared` is given.
   * Default: no results.
   */
  readonly remembers?: 'findings' | 'definitions' | undefined;
  /** The rules to check. Default: all. */
  readonly rules?: readonly Rule[];
  /** The choices of rules that replace the settings of the configuration. */
  readonly choices?: RuleChoices | undefined;
  /** The time, in milliseconds since 1970. If absent, no finding depends on the time. */
  readonly now?: number;
  /** Checked after loading: `check` rejects with the error that it throws. */
  readonly signal?: Pick<AbortSignal, 'throwIfAborted'>;
}

export interface BuildResult extends CheckResult {
  readonly compiled?: Compiled;
}

/** Loads and lints sources, except for what the store already knows. The first half of the main path. */
export async function check(
  tree: SourceTree,
  configFile: string,
  { remembers, rules, choices, now, signal, ...options }: CheckOptions = {},
): Promise<CheckResult> {
  const configure: LoadOptions['configure'] = choices && ((gateway) => chooseSeverities(gateway, choices));
  const loadOptions = { ...options, configure, reusesDefinitions: remembers === 'definitions' };
  const { workspace, diagnostics: loading, sources } = await load(tree, configFile, loadOptions);
  if (!workspace) return { diagnostics: sortDiagnostics(loading), sources };
  const moment =
    now === undefined ? undefined : { now, certificates: await readCertificates(tree, workspace) };
  signal?.throwIfAborted();
  const { store, edited, isShared } = options;
  const reuses = isShared ? false : undefined;
  const lintOptions = { store, edited, remembers: remembers !== undefined, reuses, moment };
  const { checked, diagnostics: linting, suppressedFindings } = lint(workspace, rules, lintOptions);
  const diagnostics = sortDiagnostics([...loading, ...linting]);
  const isBroken = !checked || loading.some(({ severity }) => severity === 'error');
  return { diagnostics, sources, workspace, suppressedFindings, ...(!isBroken && { checked }) };
}

/**
 * The main path: loads and lints sources and, if no error prevents it, compiles them. Rejects with an
 * UnknownDeploymentError if the gateway has no such deployment.
 */
export async function build(tree: SourceTree, configFile: string, deployment: string): Promise<BuildResult> {
  const result = await check(tree, configFile);
  return result.checked ? { ...result, compiled: compile(result.checked, deployment) } : result;
}
