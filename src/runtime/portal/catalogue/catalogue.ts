import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import { ownsApi, type StoreUser } from '../visit/store-user.ts';
import { describeApi, type ApiDescription } from './describe-api.ts';
import { GrowingFacets, type Facet, type FacetValues, type VersionValues } from './facet-values.ts';
import { foldText } from './fold-text.ts';

/** One version of an API in the catalogue. */
export interface CatalogueVersion {
  readonly entry: ManifestApi;
  readonly api: CompiledApi;
  readonly description: ApiDescription;
  readonly values: VersionValues;
}

/** An API with its versions, the newest first. */
export interface CatalogueApi {
  readonly name: string;
  /** Its name as searches compare it: without case, accents and separators. */
  readonly foldedName: string;
  readonly context: string;
  /** Its position among the APIs of the catalogue. */
  readonly position: number;
  readonly versions: readonly CatalogueVersion[];
}

/** The APIs of a table, for the store; those that only some may see included, see `visibleApi`. */
export interface Catalogue {
  /** By name; built on first use. */
  readonly apis: () => readonly CatalogueApi[];
  /** The one with this context, in which a path names it. */
  readonly find: (context: string) => CatalogueApi | undefined;
  /** What it can be browsed by. */
  readonly facets: () => Readonly<Record<Facet, FacetValues>>;
}

const opened = new WeakMap<Compiled, Catalogue>();

/** The catalogue of a store; one for each table. */
export function catalogueOf({ compiled }: { readonly compiled: Compiled }): Catalogue {
  const known = opened.get(compiled) ?? openCatalogue(compiled);
  opened.set(compiled, known);
  return known;
}

/** The catalogue of a table; descriptions of unchanged parts are reused. */
export function openCatalogue(compiled: Compiled): Catalogue {
  let listed: ListedApis | undefined;
  let byContext: ReadonlyMap<string, CatalogueApi> | undefined;
  const list = () => (listed ??= listApis(compiled));
  const apis = () => list().apis;
  return {
    apis,
    find: (context) => (byContext ??= new Map(apis().map((api) => [api.context, api]))).get(context),
    facets: () => list().facets,
  };
}

interface ListedApis {
  readonly apis: readonly CatalogueApi[];
  readonly facets: GrowingFacets;
}

function listApis(compiled: Compiled): ListedApis {
  const facets = new GrowingFacets();
  const versions = listVersions(compiled, facets);
  const apis = [...Map.groupBy(versions, ({ entry }) => entry.name)]
    .map(([name, ofName]) => makeApi(name, ofName))
    .toSorted(compareNames)
    .map((api, position) => ({ ...api, position }));
  return { apis, facets };
}

function listVersions({ manifest, apis }: Compiled, facets: GrowingFacets): readonly CatalogueVersion[] {
  return manifest.apis.flatMap((entry) => {
    const api = apis.get(entry.part);
    if (!api) return [];
    const description = describeApi(api);
    return [{ entry, api, description, values: facets.add(entry, api, description) }];
  });
}

function makeApi(name: string, versions: readonly CatalogueVersion[]): Omit<CatalogueApi, 'position'> {
  return {
    name,
    foldedName: foldText(name).replaceAll(' ', ''),
    context: versions[0]?.entry.context ?? '',
    versions: versions.toSorted((a, b) => compareVersions(b.entry.version, a.entry.version)),
  };
}

/** Names are letters and digits (rule `api-name-format`), which need no collation. */
export function compareNames(
  one: Pick<CatalogueApi, 'name' | 'foldedName'>,
  other: Pick<CatalogueApi, 'name' | 'foldedName'>,
): number {
  if (one.foldedName !== other.foldedName) return one.foldedName < other.foldedName ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

/** An API with the versions that a reader can see; undefined if there are none of them. */
export function visibleApi(api: CatalogueApi, user: StoreUser | undefined): CatalogueApi | undefined {
  if (api.versions.every(isForAll)) return api;
  const versions = api.versions.filter((version) => isVisible(version, user));
  return versions.length === 0 ? undefined : { ...api, versions };
}

/** The APIs that a reader can see, by name. */
export function visibleApis(catalogue: Catalogue, user: StoreUser | undefined): readonly CatalogueApi[] {
  return catalogue
    .apis()
    .map((api) => visibleApi(api, user))
    .filter((api) => api !== undefined);
}

type Version = Pick<CatalogueVersion, 'entry' | 'api'>;

/** Whether a reader sees an API version in the store: its owners see all of theirs. */
export function isVisible(version: Version, user: StoreUser | undefined): boolean {
  return isForAll(version) || ownsApi(user, version.api);
}

/** Whether everyone who sees the catalogue sees a version: it has been published, and is not only for its owners. */
function isForAll({ entry, api }: Version): boolean {
  return entry.state !== 'created' && api.visibility !== 'owners';
}
