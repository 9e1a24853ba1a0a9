import { join } from 'node:path';
import type { BuildResult, CheckResult } from '../../pipeline.ts';
import type { Severities } from '../../compiler/rule/choose-severities.ts';
import { systemClock } from '../../platform/system-clock.ts';
import type { CommandArguments } from '../command.ts';
import type { Io } from '../io.ts';
import { openLintStore } from '../lint/lint-store.ts';
import { progressOn } from '../views/progress.ts';
import { findDeployment, type Project } from './project.ts';

/**
 * Loads and lints a project, whose deployment `--deployment` must name; the compiler is loaded only now. With other
 * severities than those of its configuration nothing is cached.
 */
export async function checkProject(
  project: Project,
  args: CommandArguments,
  io: Io,
  severities?: Severities,
): Promise<CheckResult> {
  await findDeployment(args, project);
  const { check } = await import('../../pipeline.ts');
  const progress = progressOn(io.stderr);
  const now = systemClock();
  if (args.flag('no-cache') || severities)
    return check(project.tree, project.configFile, { progress, now, severities });
  const { store, save } = await openLintStore(join(project.root, '.gatewright/cache'));
  const options = { store, remembers: 'definitions', progress, now } as const;
  const result = await check(project.tree, project.configFile, options);
  await save();
  return result;
}

/** Compiles a project for the deployment that `--deployment` names; the compiler is loaded only now. */
export async function buildProject(project: Project, args: CommandArguments): Promise<BuildResult> {
  const deployment = await findDeployment(args, project);
  const { build } = await import('../../pipeline.ts');
  return build(project.tree, project.configFile, deployment);
}
