import type { TableOf } from './compiled.ts';
import type { Digest } from './digest.ts';
import { applyListChange, diffList, type ListChange } from './list-change.ts';
import type { Manifest } from './manifest.ts';
import { sameJson } from './same-json.ts';
import { apiKey, subscriptionKey } from './api-key.ts';

/** How one route table becomes another: as much as has changed. */
export interface TableChange<Part> {
  /** The digest of the table that it leads to. */
  readonly digest: Digest;
  /** The lists of the manifest that differ. */
  readonly lists: { readonly [Name in ListName]?: ListChange<Manifest[Name][number]> };
  /** What else of the manifest differs, whole. */
  readonly settings: Partial<Omit<Manifest, ListName>>;
  readonly parts: {
    readonly added: readonly (readonly [Digest, Part])[];
    readonly removed: readonly Digest[];
  };
}

type ListName = 'apis' | 'applications' | 'subscriptions' | 'tiers' | 'users' | 'identityProviders';

const nameOf = ({ name }: { readonly name: string }) => name;

/** The key that identifies the items of each list. */
const keys: { readonly [Name in ListName]: (item: Manifest[Name][number]) => string } = {
  apis: apiKey,
  applications: nameOf,
  subscriptions: subscriptionKey,
  tiers: nameOf,
  users: nameOf,
  identityProviders: nameOf,
};

const listNames = Object.keys(keys) as readonly ListName[];

/** What makes `head` of `base`; of nothing where there is no base. */
export function diffTables<Part>(
  base: Pick<TableOf<unknown>, 'manifest' | 'apis'> | undefined,
  head: TableOf<Part>,
): TableChange<Part> {
  return {
    digest: head.digest,
    lists: Object.fromEntries(
      listNames.flatMap((name) => diffManifestList(name, base?.manifest, head.manifest)),
    ),
    settings: diffSettings(base?.manifest, head.manifest),
    parts: {
      added: [...head.apis].filter(([digest]) => !base?.apis.has(digest)),
      removed: [...(base?.apis.keys() ?? [])].filter((digest) => !head.apis.has(digest)),
    },
  };
}

function diffManifestList(name: ListName, base: Manifest | undefined, head: Manifest) {
  const [before, after] = [base?.[name], head[name]];
  if (before === after) return [];
  // Each list has the key function of its own name.
  const change = diffList<unknown>(before ?? [], after, keys[name] as (item: unknown) => string);
  return base && change.every((step) => 'keep' in step) ? [] : [[name, change]];
}

function diffSettings(base: Manifest | undefined, head: Manifest): TableChange<unknown>['settings'] {
  const settings = Object.entries(head).filter(([name]) => !(name in keys));
  const changed = settings.filter(([name, value]) => !sameJson(base?.[name as keyof Manifest], value));
  return Object.fromEntries(changed);
}

/** Makes of `base` what `change` was computed for. What has not changed is the same objects as in `base`. */
export function applyChange<Part>(base: TableOf<Part> | undefined, change: TableChange<Part>): TableOf<Part> {
  const lists = listNames.map((name) => {
    const steps = change.lists[name] as ListChange<unknown> | undefined;
    const before: readonly unknown[] = base?.manifest[name] ?? [];
    return [name, steps ? applyListChange(before, steps) : before];
  });
  return {
    // Every member that a manifest must have is in the settings of a change that has no base.
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
