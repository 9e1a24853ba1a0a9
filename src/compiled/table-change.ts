import type { TableOf } from './compiled.ts';
import type { Digest } from './digest.ts';
import { compareLists, type ListDifference } from './list-difference.ts';
import { applyListChange, diffList, type ListChange } from './list-change.ts';
import {
  allLists,
  type ListName,
  type Manifest,
  type ManifestEntry,
  type ManifestList,
  type ManifestLists,
  manifestLists,
} from './manifest.ts';
import { sameJson } from './json.ts';

/** The changes that turn one route table into another. */
export interface TableChange<Part> {
  /** The digest of the resulting table. */
  readonly digest: Digest;
  /** The changes to the lists of the manifest that differ. */
  readonly lists: { readonly [Name in ListName]?: ListChange<Manifest[Name][number]> };
  /** The other members of the manifest that differ, with their new values. */
  readonly settings: Partial<Omit<Manifest, ListName>>;
  readonly parts: {
    readonly added: readonly (readonly [Digest, Part])[];
    readonly removed: readonly Digest[];
  };
}

/** The change from `base` to `head`. Without a base, it adds all of `head`. */
export function diffTables<Part>(
  base: Pick<TableOf<unknown>, 'manifest' | 'apis'> | undefined,
  head: TableOf<Part>,
): TableChange<Part> {
  return {
    digest: head.digest,
    lists: Object.fromEntries(
      allLists.flatMap((list) => diffManifestList(list, base?.manifest, head.manifest)),
    ),
    settings: diffSettings(base?.manifest, head.manifest),
    parts: {
      added: addedParts(base?.apis, head.apis),
      removed: [...(base?.apis.keys() ?? [])].filter((digest) => !head.apis.has(digest)),
    },
  };
}

/** Reads only the parts that are added, since some tables compile a part when it is first read. */
function addedParts<Part>(
  base: ReadonlyMap<Digest, unknown> | undefined,
  head: ReadonlyMap<Digest, Part>,
): TableChange<Part>['parts']['added'] {
  const digests = [...head.keys()].filter((digest) => !base?.has(digest));
  return digests.map((digest) => [digest, head.get(digest) as Part] as const);
}

function diffManifestList(
  { name, keyOf }: (typeof allLists)[number],
  base: Manifest | undefined,
  head: Manifest,
) {
  const [before, after] = [base?.[name], head[name]];
  if (before === after) return [];
  const change = diffList<unknown>(before ?? [], after, keyOf);
  return base && change.every((step) => 'keep' in step) ? [] : [[name, change]];
}

function diffSettings(base: Manifest | undefined, head: Manifest): TableChange<unknown>['settings'] {
  const settings = Object.entries(head).filter(([name]) => !(name in manifestLists));
  const changed = settings.filter(([name, value]) => !sameJson(base?.[name as keyof Manifest], value));
  return Object.fromEntries(changed);
}

/** The differences between one list of two manifests. An entry with a new identity counts as removed and added. */
export function compareEntries<Name extends ListName>(
  name: Name,
  before: ManifestLists,
  after: ManifestLists,
): ListDifference<ManifestEntry<Name>> {
  const list: ManifestList<never> = manifestLists[name];
  // Safe, since each list has the key function of its own entries.
  const keyOf = (list.identityOf ?? list.keyOf) as (entry: ManifestEntry<Name>) => string;
  return compareLists<ManifestEntry<Name>>(before[name], after[name], keyOf);
}

/** Applies `change` to the `base` that it was computed from. Unchanged parts are the same objects as in `base`. */
export function applyChange<Part>(base: TableOf<Part> | undefined, change: TableChange<Part>): TableOf<Part> {
  const lists = allLists.map(({ name }) => {
    const steps = change.lists[name] as ListChange<unknown> | undefined;
    const before: readonly unknown[] = base?.manifest[name] ?? [];
    return [name, steps ? applyListChange(before, steps) : before];
  });
  return {
    // A change without a base has every required member of a manifest in its settings.
    manifest: { ...base?.manifest, ...change.settings, ...Object.fromEntries(lists) } as Manifest,
    apis: applyParts(base, change),
    digest: change.digest,
  };
}

function applyParts<Part>(
  base: TableOf<Part> | undefined,
  { parts: { added, removed } }: TableChange<Part>,
): TableOf<Part>['apis'] {
  if (base && added.length === 0 && removed.length === 0) return base.apis;
  const parts = new Map(base?.apis);
  for (const digest of removed) parts.delete(digest);
  for (const [digest, part] of added) parts.set(digest, part);
  return parts;
}
