import type { Compiled } from '../compiled/compiled.ts';
import { compile } from '../compiler/compile/compile.ts';
import { rules } from '../compiler/lint/rules.ts';
import { BuildStore } from '../compiler/workspace/build-store.ts';
import type { PlanVerdict } from '../compiler/plan/approvals/apply-approvals.ts';
import type { Plan } from '../compiler/plan/change.ts';
import { evaluateChanges } from '../compiler/plan/evaluate-changes.ts';
import { plan } from '../compiler/plan/plan.ts';
import { check, type CheckResult } from '../pipeline.ts';
import type { SourceTree } from '../source/source-tree.ts';

/** One of the two states of a repository that are compared. */
export interface Side extends CheckResult {
  /** Absent if an error prevents compiling, and if it has nothing to compile. */
  readonly compiled?: Compiled;
  /** Of a base: the missing part, which makes all of the head new. */
  readonly lacks?: 'configuration' | 'deployment';
}

export interface Comparison {
  readonly base: Side;
  readonly head: Side;
  /** Absent if an error in one of the two prevents compiling. */
  readonly plan?: Plan;
}

/** The requirements of a table; lint checks the design rules for its declarations. */
const integrityRules = rules.filter(({ group }) => group === 'integrity');

/**
 * Compiles two states of a repository and returns what turns the first into the second: everything, if the first has no
 * such configuration or no such deployment yet. What both contain is read once. Rejects with an UnknownDeploymentError
 * if the second has no such deployment.
 */
export async function compare(
  baseTree: SourceTree,
  headTree: SourceTree,
  configFile: string,
  deployment: string,
): Promise<Comparison> {
  const store = new BuildStore('many');
  const base = await readBase(baseTree, configFile, deployment, store);
  const head = compileSide(await readSide(headTree, configFile, store), deployment);
  if (!head.compiled || (!base.compiled && !base.lacks)) return { base, head };
  return { base, head, plan: plan(base.compiled, head.compiled) };
}

/**
 * Compiles one state of a repository as each of two that are compared. Rejects with an UnknownDeploymentError if it has
 * no such deployment.
 */
export async function readAlone(tree: SourceTree, configFile: string, deployment: string): Promise<Side> {
  return compileSide(await readSide(tree, configFile), deployment);
}

async function readBase(
  tree: SourceTree,
  configFile: string,
  deployment: string,
  store: BuildStore,
): Promise<Side> {
  const side = await readSide(tree, configFile, store);
  if (!side.workspace) {
    const config = await tree.read(configFile, 0);
    return !config.ok && config.reason === 'not-found' ? { ...side, lacks: 'configuration' } : side;
  }
  if (!Object.hasOwn(side.workspace.gateway.value.deployments, deployment))
    return { ...side, lacks: 'deployment' };
  return compileSide(side, deployment);
}

function readSide(tree: SourceTree, configFile: string, store?: BuildStore): Promise<CheckResult> {
  return check(tree, configFile, { store, rules: integrityRules });
}

function compileSide(side: CheckResult, deployment: string): Side {
  return side.checked ? { ...side, compiled: compile(side.checked, deployment) } : side;
}

const nothing: PlanVerdict = { findings: [], approved: [] };

/** Evaluates a comparison with the history rules; without findings if a side does not compile. */
export function evaluateComparison({ base, head, plan: found }: Comparison): PlanVerdict {
  const [before, after] = [toState(base), toState(head)];
  return found && before && after ? evaluateChanges({ base: before, head: after, plan: found }) : nothing;
}

function toState({ workspace, compiled }: Side) {
  return workspace && compiled && { workspace, compiled };
}
