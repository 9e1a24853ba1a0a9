import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { CheckResult } from '#pipeline.ts';
import { pathInside } from '#platform/files/path-inside.ts';
import { configurationName } from '#serve/documents/find-configuration.ts';
import { type DocumentGroup, groupDocuments } from '#serve/documents/group-documents.ts';
import { isUsable, openGroup, type UsableGroup } from '#serve/documents/open-group.ts';
import type { ReadResult, SourceTree } from '#source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import { showPath } from '../project/paths.ts';
import type { Project } from '../project/project.ts';

/**
 * The absolute paths of the documents that the command line names. With standard input, `input` is the content of the
 * only document.
 */
export interface NamedDocuments {
  readonly files: readonly string[];
  readonly input?: ReadResult;
}

/** OpenAPI documents as a separate project. */
export interface DocumentProject extends Project {
  readonly group: UsableGroup;
  readonly invented: ReadonlySet<string>;
  readonly isConfigured: boolean;
  readonly keep: (result: CheckResult) => CheckResult;
}

/**
 * Opens documents, with a project for each group of documents with the same settings. Throws a CommandError if one
 * cannot be read.
 */
export async function openDocuments(named: NamedDocuments, io: Io): Promise<readonly DocumentProject[]> {
  const projects: DocumentProject[] = [];
  for (const group of await groupDocuments(named.files, io.cwd))
    projects.push(await openProject(group, named, io));
  return projects;
}

/**
 * The project of a single document on disk, and the path of the document in its tree. Throws a CommandError if it
 * cannot be read.
 */
export async function openFile(
  named: string,
  io: Io,
): Promise<DocumentProject & { readonly document: string }> {
  const file = resolve(io.cwd, named);
  const stats = await stat(file).catch(() => undefined);
  if (!stats) throw new CommandError(`${named} does not exist.`);
  if (!stats.isFile()) throw new CommandError(`${named} is not a file.`, 'Name an OpenAPI document.');
  const [project] = await openDocuments({ files: [file] }, io);
  if (!project) throw new TypeError('A document belongs to a group.');
  return { ...project, document: relative(project.root, file).replaceAll('\\', '/') };
}

async function openProject(group: DocumentGroup, named: NamedDocuments, io: Io): Promise<DocumentProject> {
  if (!isUsable(group)) {
    const shown = relative(io.cwd, join(group.root, configurationName));
    throw new CommandError(`${shown} has errors.`, '`gatewright lint` shows them.');
  }
  const { input } = named;
  if (!input) for (const file of group.documents) await refuseOutside(file, group.reach, io);
  const texts = new Map(input?.ok ? group.documents.map((file) => [file, input.text] as const) : []);
  const prepared = openGroup(group, texts, (tree, pathOf) =>
    input?.ok === false ? withFailure(tree, group.documents.map(pathOf), input) : tree,
  );
  const { root, settings } = group;
  const show = (file: string) => showPath(root, file, io.cwd);
  return { ...prepared, group, root, show, isConfigured: settings.origin !== 'nowhere' };
}

/** Throws a CommandError if a file is a link to a file outside of the folder that its group may read. */
async function refuseOutside(file: string, reach: string, io: Io): Promise<void> {
  const [top, real] = await Promise.all([realpath(reach), realpath(file)]);
  if (pathInside(top, real) !== undefined) return;
  const shown = relative(io.cwd, file);
  throw new CommandError(`${shown} is a link to a file outside of ${reach}.`, `Name ${real} itself.`);
}

/** A tree in which reading certain files fails. */
function withFailure(tree: SourceTree, paths: readonly string[], failure: ReadResult): SourceTree {
  const readNow = tree.readNow?.bind(tree);
  return {
    ...tree,
    read: (path, maxBytes) => (paths.includes(path) ? Promise.resolve(failure) : tree.read(path, maxBytes)),
    ...(readNow && {
      readNow: (path, maxBytes) => (paths.includes(path) ? failure : readNow(path, maxBytes)),
    }),
  };
}
