import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import type { Workspace } from '../../compiler/workspace/workspace.ts';
import { diskSourceTree } from '../../platform/files/disk-source-tree.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import type { Io } from '../io.ts';
import { showPath } from './paths.ts';

/** The configuration that a command works on, and the files around it. */
export interface Project {
  /** The folder of the configuration, absolute: the root of the source tree. */
  readonly root: string;
  /** The configuration, relative to the root. */
  readonly configFile: string;
  readonly tree: SourceTree;
  /** A file of the tree as its reader would type it in the current folder. */
  readonly show: (file: string) => string;
}

export const configOption = {
  config: {
    type: 'text',
    placeholder: 'FILE',
    summary: 'The configuration file, at the root of all declarations.',
    default: 'gateway.config.yaml',
  },
} as const satisfies Record<string, CommandOption>;

export const deploymentOption = {
  deployment: {
    type: 'text',
    placeholder: 'NAME',
    summary: 'The deployment, as named in the configuration.',
    default: 'production',
  },
} as const satisfies Record<string, CommandOption>;

const allDeployments = 'all';

/** For commands that take several at once. */
export const deploymentsOption = {
  deployment: {
    ...deploymentOption.deployment,
    summary: `The deployment, as named in the configuration, or \`${allDeployments}\`.`,
  },
} as const satisfies Record<string, CommandOption>;

/** Finds the configuration that `--config` names. Throws a CommandError if it does not exist. */
export async function findProject(args: CommandArguments, io: Io): Promise<Project> {
  const written = args.requiredText('config');
  await checkReadable(resolve(io.cwd, written), written);
  return locateProject(args, io);
}

/** Where `--config` points to; the file may not exist. */
export function locateProject(args: CommandArguments, io: Io): Project {
  return projectOf(resolve(io.cwd, args.requiredText('config')), io);
}

function projectOf(file: string, io: Io): Project {
  const root = dirname(file);
  return {
    root,
    configFile: basename(file),
    tree: diskSourceTree(root),
    show: (path) => showPath(root, path, io.cwd),
  };
}

/** The project of the nearest configuration at or above a folder; undefined if there is none. */
export async function findEnclosingProject(folder: string, io: Io): Promise<Project | undefined> {
  const file = join(folder, configOption.config.default);
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile()) return projectOf(file, io);
  return folder === dirname(folder) ? undefined : findEnclosingProject(dirname(folder), io);
}

async function checkReadable(file: string, written: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) {
    const help = 'Write one with `gatewright init`, or name one with --config FILE.';
    throw new CommandError(`The configuration ${written} does not exist.`, help);
  }
  if (stats.isDirectory()) {
    const help = `Name the file in it: --config ${join(written, 'gateway.config.yaml')}.`;
    throw new CommandError(`${written} is a folder, not a configuration.`, help);
  }
  if (!stats.isFile()) throw new CommandError(`${written} is not a file.`);
  await access(file, constants.R_OK).catch(() => {
    throw new CommandError(`${written} cannot be read.`, 'Check its permissions.');
  });
}

/**
 * The deployment that `--deployment` names. Throws a CommandError if the configuration does not have it; errors of the
 * configuration itself are reported by its next reader.
 */
export async function findDeployment(args: CommandArguments, project: Project): Promise<string> {
  const deployment = args.requiredText('deployment');
  const names = await listDeployments(project);
  if (names === undefined || names.includes(deployment)) return deployment;
  const help = `${suggestName(deployment, names, '')} Deployments are ${names.join(', ')}.`.trim();
  throw new CommandError(
    `${project.show(project.configFile)} has no deployment ${JSON.stringify(deployment)}.`,
    help,
  );
}

/**
 * The deployment that `--deployment` names, or each of them for `all`, in the order of the configuration. Throws as
 * `findDeployment`.
 */
export async function findDeployments(
  args: CommandArguments,
  project: Project,
): Promise<readonly [string, ...string[]]> {
  if (args.requiredText('deployment') !== allDeployments) return [await findDeployment(args, project)];
  const [first, ...others] = (await listDeployments(project)) ?? [];
  if (first === undefined) return [deploymentOption.deployment.default];
  return [first, ...others];
}

/** Undefined if the configuration cannot be read. */
async function listDeployments({ tree, configFile }: Project): Promise<readonly string[] | undefined> {
  const { load } = await import('../../compiler/load/load.ts');
  const { workspace } = await load({ ...tree, list: async () => [] }, configFile);
  return workspace && Object.keys(workspace.gateway.value.deployments);
}

/** Everything declared, valid or not. Throws a CommandError if the configuration itself is broken. */
export async function loadWorkspace({ tree, configFile, show }: Project): Promise<Workspace> {
  const { load } = await import('../../compiler/load/load.ts');
  const { workspace } = await load(tree, configFile);
  if (workspace) return workspace;
  throw new CommandError(`${show(configFile)} has errors.`, '`gatewright lint` shows them.');
}
