import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import type { FoundDiagnostic } from './found-diagnostic.ts';

/** The findings of each API, and the findings that belong to no API. */
export interface AssignedFindings {
  readonly byApi: ReadonlyMap<DeclaredApi, readonly FoundDiagnostic[]>;
  readonly others: readonly FoundDiagnostic[];
}

/**
 * Assigns findings to APIs by their file: the declaration of an API, its subscriptions, or a file of its OpenAPI
 * document. A file that several documents share belongs to each of their APIs.
 */
export function assignFindings(found: readonly FoundDiagnostic[], workspace: Workspace): AssignedFindings {
  const index = indexFiles(workspace);
  const byApi = new Map<DeclaredApi, FoundDiagnostic[]>();
  const others: FoundDiagnostic[] = [];
  for (const one of found) {
    const apis = index.find(one);
    if (apis.length === 0) others.push(one);
    for (const api of apis) {
      const ofApi = byApi.get(api) ?? [];
      byApi.set(api, ofApi);
      ofApi.push(one);
    }
  }
  return { byApi, others };
}

function indexFiles({ apis, subscriptions, sources }: Workspace) {
  /** By index of the document and file. */
  const declared = new Map<string, DeclaredApi>();
  const definitions = new Map<string, Set<DeclaredApi>>();
  const known = apisByKey(apis);
  for (const { value, place } of subscriptions) {
    const api = known.get(value.api);
    if (api) declared.set(`${place.document} ${place.file}`, api);
  }
  for (const api of apis) {
    declared.set(`${api.place.document} ${api.place.file}`, api);
    for (const file of filesOf(api)) addTo(definitions, file, api);
  }
  const find = ({ diagnostic: { at } }: FoundDiagnostic): readonly DeclaredApi[] => {
    const ofDefinition = definitions.get(at.file);
    if (ofDefinition) return [...ofDefinition];
    const document = sources.documentAt(at)?.index ?? 0;
    return [declared.get(`${document} ${at.file}`) ?? []].flat();
  };
  return { find };
}

/** The files of an API's definition; empty if the definition has errors. */
function filesOf({ definition, remembered }: DeclaredApi): readonly string[] {
  return definition?.files ?? Object.keys(remembered?.files ?? {});
}

function addTo(index: Map<string, Set<DeclaredApi>>, file: string, api: DeclaredApi): void {
  const apis = index.get(file) ?? new Set();
  index.set(file, apis);
  apis.add(api);
}
