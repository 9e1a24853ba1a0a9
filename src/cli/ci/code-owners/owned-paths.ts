import { dirname } from 'node:path/posix';
import { apiKey } from '../../../compiled/api-key.ts';
import type { DeclaredApi, Workspace } from '../../../compiler/workspace/workspace.ts';

/** A file, or a folder with a `/` at its end, relative to the folder of the configuration, and who reviews it. */
export interface OwnedPath {
  readonly path: string;
  /** Sorted. */
  readonly owners: readonly string[];
}

/**
 * Who reviews each API's folder, or its files where they do not have a folder to themselves: the owner that the API
 * names. Subscriptions are approved by the owner of the API.
 */
export function ownedByApis(workspace: Workspace): readonly OwnedPath[] {
  const folders = ownersOfFolders(workspace.apis);
  const files = [...ownersOfApiFiles(workspace)].filter(
    ([file, owners]) => !isSame(owners, nearestOwners(file, folders)),
  );
  return [...toPaths(folders), ...toPaths(files)];
}

/** Who reviews the file of each application. */
export function ownedByApplications({ applications }: Workspace): readonly OwnedPath[] {
  return toPaths(ownersOf(applications.map(({ value, place }) => [place.file, value.owner])));
}

type Owners = ReadonlySet<string>;

/** The folders with the declarations of APIs of one owner; the root holds more than APIs. */
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
