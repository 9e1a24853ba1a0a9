import { join } from 'node:path';
import type { BuildResult, CheckResult } from '../../pipeline.ts';
import { systemClock } from '../../platform/system-clock.ts';
import type { CommandArguments } from '../command.ts';
import type { Io } from '../io.ts';
import { type LintStore, openLintStore } from '../lint/lint-store.ts';
import { progressOn } from '../views/progress.ts';
import { findDeployment, type Project } from './project.ts';

/** Loads and lints a project, whose deployment `--deployment` must name; the compiler is loaded only now. */
export async function checkProject(project: Project, args: CommandArguments, io: Io): Promise<CheckResult> {
  await findDeployment(args, project);
  const [{ check }, { examineInThreads }] = await Promise.all([
    import('../../pipeline.ts'),
    import('../../serve/threads/examine-in-threads.ts'),
  ]);
  const { store, save } = await openStore(project, args);
  const result = await check(project.tree, project.configFile, {
    store,
    remembers: 'definitions',
    examine: examineInThreads(project.root),
    progress: progressOn(io.stderr),
    now: systemClock(),
  });
  await save();
  return result;
}

async function openStore({ root }: Project, args: CommandArguments): Promise<LintStore> {
  if (!args.flag('no-cache')) return openLintStore(join(root, '.gatewright/cache'));
  const { BuildStore } = await import('../../compiler/workspace/build-store.ts');
  return { store: new BuildStore('one'), save: async () => undefined };
}

/** Compiles a project for the deployment that `--deployment` names; the compiler is loaded only now. */
export async function buildProject(project: Project, args: CommandArguments): Promise<BuildResult> {
  const deployment = await findDeployment(args, project);
  const { build } = await import('../../pipeline.ts');
  return build(project.tree, project.configFile, deployment);
}
