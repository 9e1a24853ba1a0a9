import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import type { Io } from '../io.ts';
import { configurationName, findConfiguration } from '#serve/documents/find-configuration.ts';
import { quoteForShell, showPath } from './paths.ts';

/** The configuration that a command works on, and the files around it. */
export interface Project {
  /** The folder of the configuration, absolute: the root of the source tree. */
  readonly root: string;
  /** The configuration, relative to the root. */
  readonly configFile: string;
  readonly tree: SourceTree;
  /** The path of a file of the tree, as the user would type it in the current folder. */
  readonly show: (file: string) => string;
  /** Whether it has no configuration file, since only documents are checked. Default: false. */
  readonly isUnconfigured?: boolean;
}

export const configOption = {
  config: {
    type: 'text',
    placeholder: 'FILE',
    summary: 'The configuration file, at the root of all declarations.',
    default: configurationName,
  },
} as const satisfies Record<string, CommandOption>;

export const applicationOption = {
  application: {
    type: 'text',
    placeholder: 'NAME',
    summary: 'The application.',
    names: 'application',
    required: true,
  },
} as const satisfies Record<string, CommandOption>;

export const deploymentOption = {
  deployment: {
    type: 'text',
    placeholder: 'NAME',
    summary: 'The deployment, as named in the configuration.',
    names: 'deployment',
    default: 'production',
  },
} as const satisfies Record<string, CommandOption>;

const allDeployments = 'all';

/** The option of commands that accept several deployments. */
export const deploymentsOption = {
  deployment: {
    ...deploymentOption.deployment,
    summary: `The deployment, as named in the configuration, or \`${allDeployments}\`.`,
    choices: [allDeployments],
  },
} as const satisfies Record<string, CommandOption>;

const projects = new WeakMap<CommandArguments, Promise<Project>>();

/**
 * Finds the configuration that `--config` names, or otherwise the nearest one, whose path is printed if it is not in
 * the current folder. Throws a CommandError if it does not exist, or if it was not named and belongs to another user.
 */
export function findProject(args: CommandArguments, io: Io): Promise<Project> {
  const found = projects.get(args) ?? openProject(args, io);
  projects.set(args, found);
  return found;
}

async function openProject(args: CommandArguments, io: Io): Promise<Project> {
  const project = await locateProject(args, io);
  const named = namedConfiguration(args);
  const shown = project.show(project.configFile);
  await checkReadable(join(project.root, project.configFile), named ?? shown);
  if (named === undefined && project.root !== io.cwd) io.stderr.write(`The configuration is ${shown}.\n`);
  return project;
}

/** The project of the configuration that `--config` names, or of the nearest one; the file may not exist. */
export async function locateProject(args: CommandArguments, io: Io): Promise<Project> {
  const named = namedConfiguration(args);
  return projectOf(named === undefined ? await findOwnConfiguration(io) : resolve(io.cwd, named), io);
}

/** The value of `--config`; undefined if it is not given, since its default is the nearest configuration. */
function namedConfiguration(args: CommandArguments): string | undefined {
  return args.list('config')[0];
}

async function findOwnConfiguration({ cwd }: Io): Promise<string> {
  const { file, isForeign } = await findConfiguration(cwd);
  if (!isForeign) return file;
  const shown = relative(cwd, file);
  throw new CommandError(
    `The configuration ${shown} belongs to another user.`,
    `If you trust it, name it: --config ${quoteForShell(shown)}.`,
  );
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

async function checkReadable(file: string, written: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) {
    const help = 'Write one with `gatewright init`, or name one with --config FILE.';
    throw new CommandError(`The configuration ${written} does not exist.`, help);
  }
  if (stats.isDirectory()) {
    const help = `Name the file in it: --config ${join(written, configurationName)}.`;
    throw new CommandError(`${written} is a folder, not a configuration.`, help);
  }
  if (!stats.isFile()) throw new CommandError(`${written} is not a file.`);
  await access(file, constants.R_OK).catch(() => {
    throw new CommandError(`${written} cannot be read.`, 'Check its permissions.');
  });
}

/**
 * The deployment that `--deployment` names. Throws a CommandError if the configuration does not have it; errors in the
 * configuration are not reported here, but when it is loaded next.
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
 * The deployment that `--deployment` names, or each of them for `all`, in the order of the configuration. Throws the
 * errors of `findDeployment`.
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

/** The names of all deployments; undefined if the configuration cannot be read. */
async function listDeployments({ tree, configFile }: Project): Promise<readonly string[] | undefined> {
  const { load } = await import('#compiler/load/load.ts');
  const { workspace } = await load({ ...tree, list: async () => [] }, configFile);
  return workspace && Object.keys(workspace.gateway.value.deployments);
}

/** All declarations, valid or not. Throws a CommandError if the configuration has errors. */
export async function loadWorkspace({ tree, configFile, show }: Project): Promise<Workspace> {
  const { load } = await import('#compiler/load/load.ts');
  const { workspace } = await load(tree, configFile);
  if (workspace) return workspace;
  throw new CommandError(`${show(configFile)} has errors.`, '`gatewright lint` shows them.');
}
