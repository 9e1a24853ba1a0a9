import type { Compiled } from '#compiled/compiled.ts';
import { CompileResults } from '#compiler/compile/compile-results.ts';
import { PartDigests } from '#compiler/compile/part-digests.ts';
import { compile } from '#compiler/compile/compile.ts';
import { rules } from '#compiler/lint/rules.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import type { Plan } from '#compiler/plan/change.ts';
import { evaluateChanges } from '#compiler/plan/approvals/evaluate-changes.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { type History, partOf } from '#compiler/plan/history/history.ts';
import { findNewVersions, type NewVersion } from '#compiler/plan/history/new-versions.ts';
import { plan } from '#compiler/plan/plan.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { check, type CheckOptions, type CheckResult } from '#pipeline.ts';
import { shareFiles } from '#source/share-files.ts';
import type { SourceTree } from '#source/source-tree.ts';

/** One of the two states of a repository that are compared. */
export interface Side extends CheckResult {
  /** Absent if an error prevents compiling, or if there is nothing to compile. */
  readonly compiled?: Compiled;
  /** Set for a base that lacks the configuration or the deployment, so that all of the head is new. */
  readonly lacks?: 'configuration' | 'deployment';
}

export interface Comparison {
  readonly base: Side;
  readonly head: Side;
  /** Absent if an error on either side prevents compiling. */
  readonly plan?: Plan;
}

/** The integrity rules, which every table must satisfy. Lint checks the design rules separately. */
const integrityRules = rules.filter(({ group }) => group === 'integrity');

/**
 * Compiles two states of a repository and returns the changes from the first to the second. Everything is new if the
 * first state has no such configuration or no such deployment. What both states contain is read once. Rejects with an
 * UnknownDeploymentError if the second state has no such deployment.
 */
export async function compare(
  baseTree: SourceTree,
  headTree: SourceTree,
  configFile: string,
  deployment: string,
): Promise<Comparison> {
  const compareIn = await readForComparison(baseTree, headTree, configFile);
  return compareIn(deployment);
}

/**
 * Reads two states once and returns a function that compares them in a deployment, as `compare` does. Results about
 * definitions from earlier runs are used only for definitions that are the same in both states. `known` is a store for
 * several builds, and receives the results that it lacks.
 */
export async function readForComparison(
  baseTree: SourceTree,
  headTree: SourceTree,
  configFile: string,
  known?: BuildStore,
): Promise<(deployment: string) => Comparison> {
  const { isShared, ...trees } = known
    ? shareFiles(baseTree, headTree)
    : { base: baseTree, head: headTree, isShared: undefined };
  const store = known ?? new BuildStore('many');
  const options = { store, isShared, ...(known && { remembers: 'definitions' as const }) };
  const base = await readBase(trees.base, configFile, options);
  const head = await readSide(trees.head, configFile, options);
  return (deployment) => {
    const digests = known && new PartDigests(known, base.workspace, head.workspace);
    const results = { store: new BuildStore('many'), digests };
    const sides = [compileBase(base, deployment, results), compileSide(head, deployment, results)] as const;
    digests?.keep();
    return compareSides(...sides);
  };
}

function compareSides(base: Side, head: Side): Comparison {
  if (!head.compiled || (!base.compiled && !base.lacks)) return { base, head };
  return { base, head, plan: plan(base.compiled, head.compiled) };
}

/**
 * Compiles one state of a repository in the same way as a side of a comparison. Rejects with an UnknownDeploymentError
 * if the state has no such deployment.
 */
export async function readOneSide(tree: SourceTree, configFile: string, deployment: string): Promise<Side> {
  return compileSide(await readSide(tree, configFile), deployment, { store: new BuildStore('one') });
}

type ReadOptions = Pick<CheckOptions, 'store' | 'remembers' | 'isShared'>;

async function readBase(tree: SourceTree, configFile: string, options: ReadOptions): Promise<Side> {
  const side = await readSide(tree, configFile, options);
  if (side.workspace) return side;
  const config = await tree.read(configFile, 0);
  return !config.ok && config.reason === 'not-found' ? { ...side, lacks: 'configuration' } : side;
}

/** The store for results that both sides share, and the known digests of parts. */
interface SharedResults {
  readonly store: BuildStore;
  readonly digests?: PartDigests | undefined;
}

function compileBase(side: Side, deployment: string, shared: SharedResults): Side {
  if (side.workspace && !Object.hasOwn(side.workspace.gateway.value.deployments, deployment))
    return { ...side, lacks: 'deployment' };
  return side.workspace ? compileSide(side, deployment, shared) : side;
}

function readSide(tree: SourceTree, configFile: string, options: ReadOptions = {}): Promise<CheckResult> {
  return check(tree, configFile, { ...options, rules: integrityRules });
}

/** Compiles a side. Parts that both sides contain are compiled once, since the sides share the results. */
function compileSide(side: CheckResult, deployment: string, { store, digests }: SharedResults): Side {
  if (!side.checked) return side;
  return { ...side, compiled: compile(side.checked, deployment, new CompileResults(store, digests)) };
}

const nothing: PlanVerdict = { lowered: [], findings: [], approved: [] };

/** Evaluates a comparison with the history rules. Returns no findings if a side does not compile. */
export function evaluateComparison(comparison: Comparison): PlanVerdict {
  const history = historyOf(comparison);
  return history ? evaluateChanges(history) : nothing;
}

/** The versions that a comparison adds or publishes, each with the changes that break callers who migrate to it. */
export function compareNewVersions(comparison: Comparison): readonly NewVersion[] {
  const history = historyOf(comparison);
  return history ? findNewVersions(history) : [];
}

/** The changes of the contract of a version that both states declare. */
export function compareVersion(comparison: Comparison, key: string): readonly ContractChange[] {
  const history = historyOf(comparison);
  const before = history && partOf(history.base, key);
  const after = history && partOf(history.head, key);
  return before && after ? diffContracts(before.contract, after.contract) : [];
}

/** Returns one object for each comparison, since derived results are cached by that object. */
const historyOf = oncePer(({ base, head, plan: found }: Comparison): History | undefined => {
  const [before, after] = [toState(base), toState(head)];
  return found && before && after ? { base: before, head: after, plan: found } : undefined;
});

function toState({ workspace, compiled }: Side) {
  return workspace && compiled && { workspace, compiled };
}
