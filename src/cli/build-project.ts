import type { BuildResult, CheckResult } from '../pipeline.ts';
import type { CommandArguments } from './command-arguments.ts';
import { findDeployment, type Project } from './project.ts';

/** Loads and lints a project, whose deployment `--deployment` must name; the compiler is loaded only now. */
export async function checkProject(project: Project, args: CommandArguments): Promise<CheckResult> {
  await findDeployment(args, project);
  const { check } = await import('../pipeline.ts');
  return check(project.tree, project.configFile);
}

/** Compiles a project for the deployment that `--deployment` names; the compiler is loaded only now. */
export async function buildProject(project: Project, args: CommandArguments): Promise<BuildResult> {
  const deployment = await findDeployment(args, project);
  const { build } = await import('../pipeline.ts');
  return build(project.tree, project.configFile, deployment);
}
