import type { Compiled } from '../../../compiled/compiled.ts';
import type { CompiledApi } from '../../../compiled/compiled-api.ts';
import type { ManifestApi } from '../../../compiled/manifest.ts';
import { compareVersions } from '../../../compiled/compare-versions.ts';
import { describeApi, type ApiDescription } from './describe-api.ts';

/** One version of an API in the catalogue. */
export interface CatalogueVersion {
  readonly entry: ManifestApi;
  readonly api: CompiledApi;
  readonly description: ApiDescription;
}

/** An API with its versions, the newest first. */
export interface CatalogueApi {
  readonly name: string;
  readonly context: string;
  readonly versions: readonly CatalogueVersion[];
}

/** The APIs of a table, for the store. */
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
    .map(([name, ofName]) => ({
      name,
      context: ofName[0]?.entry.context ?? '',
      versions: ofName.toSorted((a, b) => compareVersions(b.entry.version, a.entry.version)),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
