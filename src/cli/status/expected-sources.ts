import type { Compiled } from '#compiled/compiled.ts';
import { openGitSourceTree } from '#platform/git/git-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments } from '../command.ts';
import type { Io } from '../io.ts';
import { findCommit } from '../project/find-merge-base.ts';
import { nearestFolder, type NearestFolder } from '../project/paths.ts';
import { findDeployment, findProject, locateProject, type Project } from '../project/project.ts';
import { renderForHumans } from '../lint/views/human.ts';

/** The sources that a gateway is expected to serve. */
export interface ExpectedSources {
  /** The name for readers: `origin/main`, `the working tree`. */
  readonly name: string;
  /** Absent for the files on disk. */
  readonly commit?: string;
  readonly project: Project;
  readonly repository: NearestFolder;
}

/**
 * The sources that `--expect` and `--config` name. Throws a CommandError if the commit or the configuration does not
 * exist.
 */
export async function findExpected(args: CommandArguments, io: Io): Promise<ExpectedSources> {
  const ref = args.text('expect');
  const project = ref === undefined ? await findProject(args, io) : await locateProject(args, io);
  const repository = await nearestFolder(project.root);
  if (ref === undefined) return { name: 'the working tree', project, repository };
  const { name, id } = await findCommit(repository.folder, ref);
  return { name, commit: id, project, repository };
}

/** The table of the expected sources for the deployment that `--deployment` names. */
export interface ExpectedTable {
  readonly deployment: string;
  /** Undefined if the sources do not compile. */
  readonly compiled: Compiled | undefined;
}

/**
 * Compiles the expected sources, and prints the errors that prevent it. Throws a CommandError if the configuration or
 * the deployment does not exist.
 */
export async function compileExpected(
  { name, commit, project, repository }: ExpectedSources,
  args: CommandArguments,
  io: Io,
): Promise<ExpectedTable> {
  if (commit === undefined) return compileTree(project, args, io);
  await using tree = await openGitSourceTree(repository.folder, commit, repository.below);
  const there = { ...project, tree };
  await checkConfigured(there, name);
  return await compileTree(there, args, io);
}

/** The table of another commit of the same repository; undefined if that cannot be compiled for any reason. */
export async function compileCommit(
  { project: { configFile }, repository }: ExpectedSources,
  commit: string,
  deployment: string,
): Promise<Compiled | undefined> {
  const { readOneSide } = await import('#pipeline/compare.ts');
  try {
    await using tree: SourceTree & AsyncDisposable = await openGitSourceTree(
      repository.folder,
      commit,
      repository.below,
    );
    return (await readOneSide(tree, configFile, deployment)).compiled;
  } catch {
    return undefined;
  }
}

async function checkConfigured({ tree, configFile, show }: Project, name: string): Promise<void> {
  const config = await tree.read(configFile, 0);
  if (config.ok || config.reason !== 'not-found') return;
  const help = 'Set an existing one with --config FILE.';
  throw new CommandError(`The configuration ${show(configFile)} does not exist in ${name}.`, help);
}

async function compileTree(project: Project, args: CommandArguments, { stderr }: Io): Promise<ExpectedTable> {
  const deployment = await findDeployment(args, project);
  const { readOneSide } = await import('#pipeline/compare.ts');
  const { compiled, diagnostics, sources } = await readOneSide(project.tree, project.configFile, deployment);
  if (!compiled) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    stderr.write(renderForHumans(errors, { sources, show: project.show, paint: stderr.paint }));
  }
  return { deployment, compiled };
}
