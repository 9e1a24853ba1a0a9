import type { Compiled } from '../../../compiled/compiled.ts';
import type { CompiledApi } from '../../../compiled/compiled-api.ts';
import type { ManifestApi } from '../../../compiled/manifest.ts';
import { compareVersions } from '../../../compiled/compare-versions.ts';
import { describeApi, type ApiDescription } from './describe-api.ts';
import { foldText } from './fold-text.ts';

/** One version of an API in the catalogue. */
export interface CatalogueVersion {
  readonly entry: ManifestApi;
  readonly api: CompiledApi;
  readonly description: ApiDescription;
}

/** An API with its versions, the newest first. */
export interface CatalogueApi {
  readonly name: string;
  /** Its name as searches compare it: without case, accents and separators. */
  readonly foldedName: string;
  readonly context: string;
  readonly versions: readonly CatalogueVersion[];
}

/** The APIs of a table, for the store; those that only some may see included, see `visibleApi`. */
export interface Catalogue {
  /** By name; built on first use. */
  readonly apis: () => readonly CatalogueApi[];
  /** The one with this context, in which a path names it. */
  readonly find: (context: string) => CatalogueApi | undefined;
}

/** The catalogue of a table; descriptions of unchanged parts are reused. */
export function openCatalogue(compiled: Compiled): Catalogue {
  let listed: readonly CatalogueApi[] | undefined;
  let byContext: ReadonlyMap<string, CatalogueApi> | undefined;
  const apis = () => (listed ??= listApis(compiled));
  return {
    apis,
    find: (context) => (byContext ??= new Map(apis().map((api) => [api.context, api]))).get(context),
  };
}

function listApis({ manifest, apis }: Compiled): readonly CatalogueApi[] {
  const versions = manifest.apis.flatMap((entry) => {
    const api = apis.get(entry.part);
    return api ? [{ entry, api, description: describeApi(api) }] : [];
  });
  return [...Map.groupBy(versions, ({ entry }) => entry.name)]
    .map(([name, ofName]) => makeApi(name, ofName))
    .toSorted(compareNames);
}

function makeApi(name: string, versions: readonly CatalogueVersion[]): CatalogueApi {
  return {
    name,
    foldedName: foldText(name).replaceAll(' ', ''),
    context: versions[0]?.entry.context ?? '',
    versions: versions.toSorted((a, b) => compareVersions(b.entry.version, a.entry.version)),
  };
}

/** Names are letters and digits (rule `api-name-format`), which need no collation. */
export function compareNames(one: CatalogueApi, other: CatalogueApi): number {
  if (one.foldedName !== other.foldedName) return one.foldedName < other.foldedName ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}
