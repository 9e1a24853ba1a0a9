import type { Compiled } from '../compiled/compiled.ts';
import { compile } from '../compiler/compile/compile.ts';
import { rules } from '../compiler/lint/rules.ts';
import { LoadCache } from '../compiler/load/load-cache.ts';
import type { Plan } from '../compiler/plan/change.ts';
import { plan } from '../compiler/plan/plan.ts';
import { check, type CheckResult } from '../pipeline.ts';
import type { SourceTree } from '../source/source-tree.ts';

/** One of the two states of a repository that are compared. */
export interface Side extends CheckResult {
  /** Absent where an error stands in the way of compiling. */
  readonly compiled?: Compiled;
}

export interface Comparison {
  readonly base: Side;
  readonly head: Side;
  /** Absent where one of the two does not compile. */
  readonly plan?: Plan;
}

/** What a table needs to be one; how well its declarations keep the design rules is left to lint. */
const integrityRules = rules.filter(({ group }) => group === 'integrity');

/**
 * Compiles two states of a repository and says what makes the second of the first. What both hold is read once.
 * Rejects with an UnknownDeploymentError where one of them has no such deployment.
 */
export async function compare(
  baseTree: SourceTree,
  headTree: SourceTree,
  configFile: string,
  deployment: string,
): Promise<Comparison> {
  const cache = new LoadCache();
  const base = await readSide(baseTree, configFile, deployment, cache);
  await cache.forget('all', headTree);
  const head = await readSide(headTree, configFile, deployment, cache);
  if (!base.compiled || !head.compiled) return { base, head };
  return { base, head, plan: plan(base.compiled, head.compiled) };
}

async function readSide(
  tree: SourceTree,
  configFile: string,
  deployment: string,
  cache: LoadCache,
): Promise<Side> {
  const result = await check(tree, configFile, { cache, rules: integrityRules });
  return result.checked ? { ...result, compiled: compile(result.checked, deployment) } : result;
}
