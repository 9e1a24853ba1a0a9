import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import { openOwnerNames } from '../visit/owner-names.ts';
import { ownsApi, type StoreUser } from '../visit/store-user.ts';
import { describeApi, type ApiDescription } from './describe-api.ts';
import { GrowingFacets, type Facet, type FacetValues, type VersionValues } from './facet-values.ts';
import { foldText } from './fold-text.ts';

/** One version of an API in the catalogue. */
export interface CatalogueVersion {
  readonly entry: ManifestApi;
  readonly api: CompiledApi;
  readonly description: ApiDescription;
  /** The name of its owner on pages. */
  readonly ownerName: string;
  readonly values: VersionValues;
}

/** An API with its versions, the newest first. */
export interface CatalogueApi {
  readonly name: string;
  /** The name as searches compare it: without case, accents and separators. */
  readonly foldedName: string;
  readonly context: string;
  /** The index of the API in the catalogue. */
  readonly position: number;
  readonly versions: readonly CatalogueVersion[];
}

/** All APIs of a table, including APIs that only some readers may see, see `visibleApi`. */
export interface Catalogue {
  /** Sorted by name; built at once if `prepare` has not built them yet. */
  readonly apis: () => readonly CatalogueApi[];
  /** The API with this context, which identifies it in paths. */
  readonly find: (context: string) => CatalogueApi | undefined;
  /** The facets by which the catalogue can be filtered. */
  readonly facets: () => Readonly<Record<Facet, FacetValues>>;
  /** Builds the catalogue in slices between which calls can run, once. Rejects if a part cannot be read. */
  readonly prepare: () => Promise<void>;
}

const opened = new WeakMap<Compiled, Catalogue>();

/** The catalogue of a store, built once per table. */
export function catalogueOf({ compiled }: { readonly compiled: Compiled }): Catalogue {
  const known = opened.get(compiled) ?? openCatalogue(compiled);
  opened.set(compiled, known);
  return known;
}

/** The catalogue of a table; descriptions of unchanged parts are reused. */
export function openCatalogue(compiled: Compiled): Catalogue {
  let building: Generator<undefined, ListedApis> | undefined;
  let listed: ListedApis | undefined;
  let byContext: ReadonlyMap<string, CatalogueApi> | undefined;
  let preparing: Promise<void> | undefined;
  /** Returns the list once it is built. */
  const buildSlice = (): ListedApis | undefined => {
    if (listed) return listed;
    building ??= listApis(compiled);
    try {
      const { done, value } = building.next();
      return done ? (listed = value) : undefined;
    } catch (error) {
      building = undefined;
      throw error;
    }
  };
  const list = () => {
    let built = buildSlice();
    while (!built) built = buildSlice();
    return built;
  };
  const prepareAll = async () => {
    while (!buildSlice()) await new Promise((resolve) => void setImmediate(resolve));
  };
  const apis = () => list().apis;
  return {
    apis,
    find: (context) => (byContext ??= new Map(apis().map((api) => [api.context, api]))).get(context),
    facets: () => list().facets,
    prepare: () =>
      (preparing ??= prepareAll().catch((error: unknown) => {
        preparing = undefined;
        throw error;
      })),
  };
}

interface ListedApis {
  readonly apis: readonly CatalogueApi[];
  readonly facets: GrowingFacets;
}

/** How many versions or APIs a slice has: about 3 ms, most of it for descriptions that were not read before. */
const sliceSize = 100;

function* listApis(compiled: Compiled): Generator<undefined, ListedApis> {
  const facets = new GrowingFacets();
  const versions = yield* mapInSlices(versionsOf(compiled), createLister(compiled, facets));
  const byName = Map.groupBy(versions, ({ entry }) => entry.name);
  const apis = yield* mapInSlices([...byName], ([name, ofName]) => makeApi(name, ofName));
  const sorted = apis.toSorted(compareNames).map((api, position) => ({ ...api, position }));
  return { apis: sorted, facets };
}

/** Maps items, and yields between slices of them. */
function* mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Generator<undefined, readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    if (results.length % sliceSize === 0) yield;
  }
  return results;
}

type DeclaredVersion = Pick<CatalogueVersion, 'entry' | 'api'>;

function versionsOf({ manifest, apis }: Compiled): readonly DeclaredVersion[] {
  return manifest.apis.flatMap((entry) => {
    const api = apis.get(entry.part);
    return api ? [{ entry, api }] : [];
  });
}

function createLister({ manifest }: Compiled, facets: GrowingFacets) {
  const nameOwner = openOwnerNames(manifest);
  return ({ entry, api }: DeclaredVersion): CatalogueVersion => {
    const description = describeApi(api);
    const ownerName = nameOwner(api.owner);
    return { entry, api, description, ownerName, values: facets.add(entry, api, description) };
  };
}

function makeApi(name: string, versions: readonly CatalogueVersion[]): Omit<CatalogueApi, 'position'> {
  return {
    name,
    foldedName: foldText(name).replaceAll(' ', ''),
    context: versions[0]?.entry.context ?? '',
    versions: versions.toSorted((a, b) => compareVersions(b.entry.version, a.entry.version)),
  };
}

/**
 * Compares two APIs by name. Names consist of letters and digits (rule `api-name-format`), so they need no collation.
 */
export function compareNames(
  one: Pick<CatalogueApi, 'name' | 'foldedName'>,
  other: Pick<CatalogueApi, 'name' | 'foldedName'>,
): number {
  if (one.foldedName !== other.foldedName) return one.foldedName < other.foldedName ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

/** An API with only the versions that a reader may see; undefined if there are none. */
export function visibleApi(api: CatalogueApi, user: StoreUser | undefined): CatalogueApi | undefined {
  if (api.versions.every(isForAll)) return api;
  const versions = api.versions.filter((version) => isVisible(version, user));
  return versions.length === 0 ? undefined : { ...api, versions };
}

/** The APIs that a reader may see, sorted by name. */
export function visibleApis(catalogue: Catalogue, user: StoreUser | undefined): readonly CatalogueApi[] {
  return catalogue
    .apis()
    .map((api) => visibleApi(api, user))
    .filter((api) => api !== undefined);
}

/** Whether a reader may see an API version in the store; its owners always may. */
export function isVisible(version: DeclaredVersion, user: StoreUser | undefined): boolean {
  return isForAll(version) || ownsApi(user, version.api);
}

/**
 * Whether everyone with access to the catalogue may see a version: it has been published, and is not visible to owners
 * only.
 */
function isForAll({ entry, api }: DeclaredVersion): boolean {
  return entry.state !== 'created' && api.visibility !== 'owners';
}
