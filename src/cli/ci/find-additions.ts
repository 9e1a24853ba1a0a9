import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadWorkspace, type Project } from '../project/project.ts';
import type { Addition } from './addition.ts';
import type { Checkout } from './checkout.ts';
import { addGiteaWorkflow } from './gitea-workflow.ts';
import { addGithubWorkflow } from './github-workflow.ts';
import { addGitlabPipeline } from './gitlab-pipeline.ts';
import { findOwnPackage } from './package/find-own-package.ts';
import type { PackageSource } from './package/package-source.ts';
import { readPackageSource } from './package/read-package-source.ts';
import { addPreCommitHook } from './pre-commit-hook.ts';
import { dirname } from 'node:path/posix';
import { baselineFile, ignoreFile } from '#compiler/workspace/suppressions.ts';
import { apiKey } from '#compiled/api-key.ts';
import { allLists, type ListName } from '#compiled/manifest.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';

/** A path relative to the folder of the configuration, and its reviewers. A folder ends with `/`; the root is empty. */
interface OwnedPath {
  readonly path: string;
  /** The reviewers, sorted. */
  readonly owners: readonly string[];
}

type Owners = ReadonlySet<string>;

/** A section of a CODEOWNERS file: its heading, and its paths, relative to the root of the repository. */
interface CodeOwnersSection {
  readonly title: string;
  readonly paths: readonly OwnedPath[];
}

const head = [
  '# Who reviews what, by the owners in the declarations. If several lines match a path, the last one applies.',
  '# Lines that begin with `# /` or `# *` have no effect yet: enter the name of a team or a user, and remove the `# `.',
  '# Reviews by owners are requested only if the branch protection requires them.',
];

/** Where GitHub or GitLab expects the file; both accept the root. */
const codeOwnersFiles = ['CODEOWNERS', '.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'docs/CODEOWNERS'];

/** The lists whose declarations have their own owners. */
const ownedLists: readonly ListName[] = ['apis', 'subscriptions', 'applications'];

/** The hosts that `gatewright init --ci` has a pipeline for. */
export type PipelineHost = 'github' | 'gitlab' | 'gitea';

/** The additions that `gatewright init` should make to a repository. */
export interface RequestedAdditions {
  readonly ci?: {
    readonly host: PipelineHost;
    /**
     * The value of `--package`: where the pipeline installs this program from. Default: where this copy was installed
     * from.
     */
    readonly package?: string;
  };
  readonly hook: boolean;
  readonly codeOwners: boolean;
}

/**
 * The requested additions, adapted to a clone and a project in it; `ci.package` is relative to `cwd`. Throws a
 * CommandError if a pipeline cannot install this program.
 */
export async function findAdditions(
  { ci, hook, codeOwners }: RequestedAdditions,
  checkout: Checkout,
  project: Project,
  cwd: string,
): Promise<readonly Addition[]> {
  return [
    ...(ci ? [await addPipeline(ci, checkout, cwd)] : []),
    ...(hook ? [addPreCommitHook(checkout)] : []),
    ...(codeOwners ? [await proposeCodeOwners(checkout, project)] : []),
  ];
}

type RequestedPipeline = Exclude<RequestedAdditions['ci'], undefined>;

async function addPipeline(ci: RequestedPipeline, checkout: Checkout, cwd: string): Promise<Addition> {
  const { root } = checkout;
  const source: PackageSource =
    ci.package === undefined ? await findOwnPackage(root) : await readPackageSource(ci.package, root, cwd);
  if (ci.host === 'github') return addGithubWorkflow(checkout, source);
  if (ci.host === 'gitea') return addGiteaWorkflow(checkout, source);
  return addGitlabPipeline(checkout, source, await readGitlabPipeline(root));
}

function readGitlabPipeline(root: string): Promise<string | undefined> {
  return readFile(join(root, '.gitlab-ci.yml'), 'utf8').catch(() => undefined);
}

async function proposeCodeOwners(checkout: Checkout, project: Project): Promise<Addition> {
  return addCodeOwners(checkout, await loadWorkspace(project), await findCodeOwners(checkout.root));
}

/** The existing CODEOWNERS file. The host reads only one such file, so a second one could hide the first. */
async function findCodeOwners(root: string): Promise<string | undefined> {
  for (const file of codeOwnersFiles) {
    const exists = await access(join(root, file)).then(
      () => true,
      () => false,
    );
    if (exists) return file;
  }
  return undefined;
}

/**
 * The folder of each API, or its files if other owners share the folder, with the owner that the API names.
 * Subscriptions are approved by the owner of the API.
 */
function ownedByApis(workspace: Workspace): readonly OwnedPath[] {
  const folders = ownersOfFolders(workspace.apis);
  const files = [...ownersOfApiFiles(workspace)].filter(
    ([file, owners]) => !isSame(owners, nearestOwners(file, folders)),
  );
  return [...toPaths(folders), ...toPaths(files)];
}

/** The file of each application, with the owner that it names. */
function ownedByApplications({ applications }: Workspace): readonly OwnedPath[] {
  return toPaths(ownersOf(applications.map(({ value, place }) => [place.file, value.owner])));
}

/** The folders whose API declarations all have the same owner, except the root, which contains more than APIs. */
function ownersOfFolders(apis: readonly DeclaredApi[]): ReadonlyMap<string, Owners> {
  const owners = ownersOf(apis.map(({ value, place }) => [`${dirname(place.file)}/`, value.owner]));
  return new Map([...owners].filter(([folder, { size }]) => folder !== './' && size === 1));
}

function ownersOfApiFiles({ apis, subscriptions }: Workspace): ReadonlyMap<string, Owners> {
  const ownerOf = new Map(apis.map(({ value }) => [apiKey(value), value.owner]));
  const ofApis = apis.flatMap(({ value, place, definition }) =>
    [place.file, ...(definition?.files ?? [])].map((file) => [file, value.owner] as const),
  );
  const ofSubscriptions = subscriptions.flatMap(({ value, place }) => {
    const owner = ownerOf.get(value.api);
    return owner === undefined ? [] : [[place.file, owner] as const];
  });
  return ownersOf([...ofApis, ...ofSubscriptions]);
}

function ownersOf(entries: readonly (readonly [path: string, owner: string])[]): ReadonlyMap<string, Owners> {
  const groups = Map.groupBy(entries, ([path]) => path);
  return new Map([...groups].map(([path, ofPath]) => [path, new Set(ofPath.map(([, owner]) => owner))]));
}

/** The owners of the innermost folder that a file is in. */
function nearestOwners(file: string, folders: ReadonlyMap<string, Owners>): Owners | undefined {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const owners = folders.get(`${folder}/`);
    if (owners) return owners;
  }
  return undefined;
}

function isSame(some: Owners, others: Owners | undefined): boolean {
  return others?.size === some.size && [...some].every((owner) => others.has(owner));
}

function toPaths(owners: Iterable<readonly [string, Owners]>): readonly OwnedPath[] {
  return [...owners].map(([path, names]) => ({ path, owners: [...names].toSorted() }));
}

/**
 * A CODEOWNERS file in the syntax of GitHub and GitLab. Owners that CODEOWNERS cannot name are written in a comment, in
 * the syntax of a line, with a proposed team.
 */
export function renderCodeOwners(sections: readonly CodeOwnersSection[]): string {
  const blocks = sections
    .filter(({ paths }) => paths.length > 0)
    .map(({ title, paths }) => [`# ${title}`, ...sortPaths(paths).flatMap(renderLines)]);
  return [head, ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** The last line that matches a path wins, so folders higher up and broader patterns come first. */
function sortPaths(paths: readonly OwnedPath[]): readonly OwnedPath[] {
  const keyed = paths.map((owned) => {
    const pattern = toPattern(owned.path);
    const depth = owned.path.replace(/\/$/, '').split('/').length;
    return { owned, depth, doubts: pattern.split('?').length, pattern };
  });
  const sorted = keyed.toSorted(
    (one, other) =>
      one.depth - other.depth || other.doubts - one.doubts || (one.pattern < other.pattern ? -1 : 1),
  );
  return sorted.map(({ owned }) => owned);
}

function renderLines({ path, owners }: OwnedPath): readonly string[] {
  const pattern = toPattern(path);
  const known = owners.filter(isKnown);
  const unknown = owners.filter((owner) => !isKnown(owner)).map(proposeTeam);
  const lines = known.length === 0 ? [] : [`${pattern} ${known.join(' ')}`];
  return unknown.length === 0 ? lines : [...lines, `# ${[pattern, ...known, ...unknown].join(' ')}`];
}

/** A path as a gitignore(5) pattern, `*` for the root. Characters that GitHub or GitLab may not support become `?`. */
function toPattern(path: string): string {
  if (path === '') return '*';
  return `/${path.replaceAll(/[#*?[\]\\\p{Cc}]/gu, '?').replaceAll(' ', String.raw`\ `)}`;
}

/** Whether CODEOWNERS accepts an owner: an e-mail address, a user `@ada`, or a team `@parks/dogs`. */
function isKnown(owner: string): boolean {
  return /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(owner) || /^@\w[\w.-]*(\/[\w.-]+)*$/.test(owner);
}

function proposeTeam(owner: string): string {
  const slug = owner.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['team'];
  return `@ORGANISATION/${slug.join('-')}`;
}

/** Adds a CODEOWNERS file for all declarations, at the path of the existing file if there is one. */
function addCodeOwners({ prefix }: Checkout, workspace: Workspace, existing?: string): Addition {
  const fromRoot = (paths: readonly OwnedPath[]) =>
    paths.map(({ path, owners }) => ({ path: prefix + path, owners }));
  const text = renderCodeOwners([
    { title: 'Everything that no other line names', paths: toPlatform([prefix]) },
    { title: 'APIs, and the subscriptions to them', paths: fromRoot(ownedByApis(workspace)) },
    { title: 'Applications', paths: fromRoot(ownedByApplications(workspace)) },
    { title: 'Shared files', paths: fromRoot(toPlatform(sharedFiles(workspace))) },
    { title: 'Files that control which changes are allowed', paths: toPlatform(guards(prefix, existing)) },
  ]);
  return { files: [{ path: existing ?? 'CODEOWNERS', text, printIfExisting: true }], advice: [] };
}

function sharedFiles(workspace: Workspace): readonly string[] {
  const shared = allLists.filter(({ name }) => !ownedLists.includes(name));
  const declared = [
    workspace.gateway,
    ...shared.flatMap(({ name }): readonly Declared<object>[] => workspace[name]),
  ];
  return [...new Set(declared.map(({ place }) => place.file))];
}

/**
 * Files that decide which checks run and who approves changes. Without a reviewer for these files, authors could
 * approve their own changes.
 */
function guards(prefix: string, existing = 'CODEOWNERS'): readonly string[] {
  const ownFiles = ['gatewright-approvals.yaml', ignoreFile, baselineFile].map((file) => prefix + file);
  const folders = ['.gitea/', '.github/', '.gitlab/', '.githooks/'];
  // Both paths are included, since a CODEOWNERS file at the root would take precedence over a file in a subfolder.
  const owners = ['CODEOWNERS', existing].filter(
    (file) => !folders.some((folder) => file.startsWith(folder)),
  );
  return [...ownFiles, ...folders, '.gitlab-ci.yml', ...new Set(owners)];
}

function toPlatform(paths: readonly string[]): readonly OwnedPath[] {
  return paths.map((path) => ({ path, owners: ['platform-team'] }));
}
