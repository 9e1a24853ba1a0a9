import type { BuildResult } from '../pipeline.ts';
import type { CommandArguments } from './command-arguments.ts';
import { findDeployment, type Project } from './project.ts';

/** Compiles a project for the deployment that `--deployment` names; the compiler is loaded only now. */
export async function buildProject(project: Project, args: CommandArguments): Promise<BuildResult> {
  const deployment = await findDeployment(args, project);
  const { build } = await import('../pipeline.ts');
  return build(project.tree, project.configFile, deployment);
}
