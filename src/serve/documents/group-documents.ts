import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { baselineFile, ignoreFile } from '#compiler/workspace/suppressions.ts';
import {
  defaultSettings,
  type DocumentSettings,
  readDocumentSettings,
} from '#pipeline/documents/document-settings.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { pathInside } from '#platform/files/path-inside.ts';
import { findConfiguration } from './find-configuration.ts';

/** OpenAPI documents that are checked with the same settings and suppressions. All paths are absolute. */
export interface DocumentGroup {
  /**
   * The folder of the configuration; without one, the folder of the suppressions; without those, the folder of the
   * documents.
   */
  readonly root: string;
  /** The root or a folder above it. References may lead to any file below it. */
  readonly reach: string;
  readonly documents: readonly string[];
  /** Undefined if the configuration has errors. */
  readonly settings: DocumentSettings | undefined;
}

type Home = Omit<DocumentGroup, 'documents'>;

/**
 * Groups documents by configuration: in a project, its settings and suppressions apply; next to or below a
 * configuration with only lint settings, those settings; otherwise, the nearest suppressions file. References may lead
 * to any file below the project's configuration; outside a project, below the root of the git repository, or below
 * `cwd` if there is none.
 */
export async function groupDocuments(
  files: readonly string[],
  cwd: string,
): Promise<readonly DocumentGroup[]> {
  const homes = new Map<string, Home>();
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const folder = dirname(file);
    const home = homes.get(folder) ?? (await findHome(folder, cwd));
    homes.set(folder, home);
    const key = JSON.stringify([home.root, home.reach]);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()].map((documents) => ({
    ...homes.get(dirname(documents[0] ?? ''))!,
    documents,
  }));
}

async function findHome(folder: string, cwd: string): Promise<Home> {
  const around = findRepository(folder) ?? (pathInside(cwd, folder) === undefined ? folder : cwd);
  const config = await findEnclosing(folder, cwd);
  if (config === undefined) {
    return { root: findSuppressions(folder, around), reach: around, settings: defaultSettings };
  }
  const root = dirname(config);
  const settings = await readDocumentSettings(diskSourceTree(root), basename(config));
  // A project reads nothing outside its folder. Lint settings do not define a project, so that references may lead
  // further.
  const isProject = settings?.origin !== 'settings';
  return { root, reach: isProject || pathInside(root, around) !== undefined ? root : around, settings };
}

/**
 * The nearest configuration at or above a folder, or the one of the current folder if that is at or above the folder.
 */
async function findEnclosing(folder: string, cwd: string): Promise<string | undefined> {
  for (const from of [folder, cwd]) {
    const { file, isForeign } = await findConfiguration(from);
    const stats = await stat(file).catch(() => undefined);
    if (!isForeign && stats?.isFile() && pathInside(dirname(file), folder) !== undefined) return file;
  }
  return undefined;
}

function findRepository(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** The nearest folder with a suppressions file, from `folder` up to `top`; `folder` itself if there is none. */
function findSuppressions(folder: string, top: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if ([ignoreFile, baselineFile].some((file) => existsSync(join(at, file)))) return at;
    if (at === top || at === dirname(at)) return folder;
  }
}
