import type { Workspace } from '../../compiler/workspace/workspace.ts';
import { CommandError } from '../command-error.ts';
import type { Project } from './project.ts';

/** Everything declared, valid or not. Throws a CommandError where the configuration itself is broken. */
export async function loadWorkspace({ tree, configFile, show }: Project): Promise<Workspace> {
  const { load } = await import('../../compiler/load/load.ts');
  const { workspace } = await load(tree, configFile);
  if (workspace) return workspace;
  throw new CommandError(`${show(configFile)} has errors.`, '`gatewright lint` shows them.');
}
