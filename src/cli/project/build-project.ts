import { join } from 'node:path';
import type { BuildResult, CheckResult } from '#pipeline.ts';
import type { RuleChoices } from '#compiler/rule/choose-severities.ts';
import { cacheReadFiles } from '#source/keep-read-files.ts';
import { boundHeap } from '#platform/bound-heap.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { CommandArguments } from '../command.ts';
import type { Io } from '../io.ts';
import { type LintStore, openLintStore } from './lint-store.ts';
import { progressOn, writeOverProgress } from '../views/progress.ts';
import { findDeployment, type Project } from './project.ts';

/** The maximum garbage in the heap after a check, in percent of the memory in use. */
const garbagePercent = 25;

interface CheckProjectOptions {
  /** The choices of rules, in place of the settings of the configuration. */
  readonly choices?: RuleChoices | undefined;
  /** Whether to reuse the results of definitions that have not changed since the last run. Default: true. */
  readonly isCached?: boolean;
  /**
   * Whether the tree differs from the files on disk, so that threads that read the disk cannot be used. Default: false.
   */
  readonly isStaged?: boolean;
}

/**
 * Loads and lints a project. Throws a CommandError if `--deployment` does not name one of its deployments. Nothing is
 * cached if `choices` replace the settings of rules. The compiler is loaded on demand.
 */
export async function checkProject(
  project: Project,
  args: CommandArguments,
  io: Io,
  { choices, isCached = true, isStaged = false }: CheckProjectOptions = {},
): Promise<CheckResult> {
  await findDeployment(args, project);
  const [{ check }, { examineOneByOne }, { examineInThreads }] = await Promise.all([
    import('#pipeline.ts'),
    import('#pipeline/create-examiner.ts'),
    import('#serve/examine/examine-in-threads.ts'),
  ]);
  const seen = { progress: progressOn(io.stderr), now: systemClock(), choices };
  const { store, add, save } = await openStore(project, isCached && !choices);
  const tree = isStaged ? cacheReadFiles(project.tree) : project.tree;
  const warn = (message: string) => writeOverProgress(io.stderr, message);
  const examine = isStaged ? examineOneByOne(tree) : examineInThreads(project.root, { save: add, warn });
  const options = { ...seen, store, remembers: 'definitions', examine } as const;
  const result = await check(tree, project.configFile, options);
  await save();
  // Rendering a million findings creates much garbage, of which little remains in use.
  boundHeap(garbagePercent);
  return result;
}

async function openStore({ root }: Project, isCached: boolean): Promise<LintStore> {
  if (isCached) return openLintStore(join(root, '.gatewright/cache'));
  const { BuildStore } = await import('#compiler/workspace/build-store.ts');
  return { store: new BuildStore('one'), add: () => undefined, save: async () => undefined };
}

/** Compiles a project for the deployment that `--deployment` names. The compiler is loaded on demand. */
export async function buildProject(project: Project, args: CommandArguments): Promise<BuildResult> {
  const deployment = await findDeployment(args, project);
  const { build } = await import('#pipeline.ts');
  return build(project.tree, project.configFile, deployment);
}
