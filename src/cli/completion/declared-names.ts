import { CommandArguments, type NameKind } from '../command.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import { locateProject } from '../project/project.ts';

const kinds = { api: 'Api', application: 'Application', tier: 'Tier', user: 'User' } as const;

/** Names that shells read as one word. A declaration with any other name has an error. */
const plainName = /^\w[\w.@/-]*$/;

/** The names that the repository of the current folder declares, sorted. Empty without a readable configuration. */
export async function listDeclaredNames(kind: Exclude<NameKind, 'rule'>, io: Io): Promise<readonly string[]> {
  const project = await locateProject(
    new CommandArguments([], new Map(), { config: { type: 'text', summary: '' } }),
    io,
  ).catch(ignoreForeign);
  if (!project) return [];
  const { loadNames } = await import('#compiler/load/load-names.ts');
  const declared = await loadNames(project.tree, project.configFile);
  if (!declared) return [];
  const names =
    kind === 'deployment' ? Object.keys(declared.gateway.deployments) : declared.names[kinds[kind]];
  return [...names].filter((name) => plainName.test(name)).toSorted();
}

/** Ignores the error for a configuration that belongs to another user, since a completion has nowhere to show it. */
function ignoreForeign(error: unknown): undefined {
  if (!(error instanceof CommandError)) throw error;
}
