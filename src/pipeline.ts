import type { Compiled } from './compiled/compiled.ts';
import { compile } from './compiler/compile/compile.ts';
import type { FindingsCache } from './compiler/lint/findings-cache.ts';
import { keepFindings } from './compiler/lint/findings-cache.ts';
import { lint, type LintResult } from './compiler/lint/lint.ts';
import { load, type LoadOptions } from './compiler/load/load.ts';
import { readCertificates } from './compiler/load/read-certificates.ts';
import type { Rule } from './compiler/rule/define-rule.ts';
import type { Sources } from './compiler/workspace/sources.ts';
import type { CheckedWorkspace, Workspace } from './compiler/workspace/workspace.ts';
import { type Diagnostic, sortDiagnostics } from './diagnostic/diagnostic.ts';
import type { SourceTree } from './source/source-tree.ts';

export { UnknownDeploymentError } from './compiler/compile/unknown-deployment-error.ts';

export interface CheckResult {
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** Absent where there is no usable Gateway document. */
  readonly workspace?: Workspace;
  /** What lint has found and does not report; absent where there was nothing to lint. */
  readonly suppressedFindings?: LintResult['suppressedFindings'];
  /** Present where no error prevents compiling. */
  readonly checked?: CheckedWorkspace;
}

export interface CheckOptions extends LoadOptions {
  /** Knows what was found before. */
  readonly findings?: FindingsCache;
  /** Those that are looked at; all where this is left out. */
  readonly rules?: readonly Rule[];
  /** The time, in milliseconds since 1970; without it nothing is found that depends on it. */
  readonly now?: number;
}

export interface BuildResult extends CheckResult {
  readonly compiled?: Compiled;
}

/**
 * The first half of the main path: sources are loaded and linted. With a memory, definitions that it knows are not
 * looked at again, and nothing can be compiled from the result.
 */
export async function check(
  tree: SourceTree,
  configFile: string,
  { findings, rules, now, ...options }: CheckOptions = {},
): Promise<CheckResult> {
  const { workspace, diagnostics: loading, sources } = await load(tree, configFile, options);
  if (!workspace) return { diagnostics: sortDiagnostics(loading), sources };
  const moment =
    now === undefined ? undefined : { now, certificates: await readCertificates(tree, workspace) };
  const {
    checked,
    diagnostics: linting,
    suppressedFindings,
    inDefinitions,
  } = lint(workspace, rules, findings, moment);
  if (options.memory) await keepFindings(options.memory, sources, inDefinitions);
  const diagnostics = sortDiagnostics([...loading, ...linting]);
  const isBroken = !checked || loading.some(({ severity }) => severity === 'error');
  return { diagnostics, sources, workspace, suppressedFindings, ...(!isBroken && { checked }) };
}

/**
 * The main path: sources are loaded, linted and, where no error prevents it, compiled. Rejects with an
 * UnknownDeploymentError where the gateway has no such deployment.
 */
export async function build(tree: SourceTree, configFile: string, deployment: string): Promise<BuildResult> {
  const result = await check(tree, configFile);
  return result.checked ? { ...result, compiled: compile(result.checked, deployment) } : result;
}
