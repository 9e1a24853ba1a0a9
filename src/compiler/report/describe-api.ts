import { apiKey } from '#compiled/api-key.ts';
import { forwardsCalls, type KeySetName } from '#compiled/manifest.ts';
import type { ApiReport, DriftCounts, Subscriber } from '#compiled/report/api-report.ts';
import { effectiveEndpoints } from '#compiler/workspace/urls/effective-endpoints.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { countBySection, countFindings, type RuleSections } from './count-findings.ts';
import { countOperations } from './count-operations.ts';
import type { FoundDiagnostic } from './found-diagnostic.ts';

/** What a report needs to describe an API. */
export interface ApiContext {
  readonly workspace: Workspace;
  readonly deployment: string;
  readonly ruleSections: RuleSections;
  /** The subscribers of each API, by its key. */
  readonly subscribers: ReadonlyMap<string, readonly Subscriber[]>;
  /** By the keys of APIs. Absent if it is not known. */
  readonly drift?: ReadonlyMap<string, DriftCounts> | undefined;
}

/** Describes one version of an API with its findings. */
export function describeApi(
  api: DeclaredApi,
  found: readonly FoundDiagnostic[],
  context: ApiContext,
): ApiReport {
  const { value, place, definition, remembered } = api;
  const { name, version, context: path, owner, state, deprecation } = value;
  const operations = remembered?.operations ?? (definition && countOperations(definition.contract));
  const { file, line } = context.workspace.sources.locate(place, 'value');
  const key = apiKey(value);
  const drift = context.drift && (context.drift.get(key) ?? { request: 0, response: 0 });
  return {
    name,
    version,
    context: path,
    owner,
    state,
    declaredAt: { file, line },
    findings: countFindings(found),
    sections: countBySection(found, context.ruleSections),
    ...(operations && { operations }),
    ...(deprecation && { deprecation: describeDeprecation(deprecation) }),
    subscribers: context.subscribers.get(key) ?? [],
    missingEndpoints: findMissingEndpoints(api, context.deployment),
    ...(drift && { drift }),
  };
}

function describeDeprecation({ since, sunset, successor }: NonNullable<DeclaredApi['value']['deprecation']>) {
  return {
    since,
    ...(sunset !== undefined && { sunset }),
    ...(successor !== undefined && { successor }),
  };
}

/** Only a version that forwards calls needs endpoints. */
function findMissingEndpoints(api: DeclaredApi, deployment: string): readonly KeySetName[] {
  if (!forwardsCalls(api.value)) return [];
  const endpoints = effectiveEndpoints(api, deployment);
  return (['production', 'sandbox'] as const).filter((keySet) => !endpoints[keySet]);
}

/** The subscribers of all APIs, by the keys of these. */
export function groupSubscribers({
  subscriptions,
  applications,
}: Workspace): ReadonlyMap<string, readonly Subscriber[]> {
  const owners = new Map(applications.map(({ value: { name, owner } }) => [name, owner]));
  const groups = Map.groupBy(subscriptions, ({ value }) => value.api);
  const describe = ([key, ofApi]: [string, typeof subscriptions]) => {
    const subscribers = ofApi.map(({ value: { application, tier, state = 'active' } }): Subscriber => {
      const owner = owners.get(application);
      return { application, ...(owner !== undefined && { owner }), tier, state };
    });
    return [key, subscribers.toSorted((a, b) => (a.application < b.application ? -1 : 1))] as const;
  };
  return new Map([...groups].map(describe));
}
