import { apiKey } from '#compiled/api-key.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import type {
  ApiReport,
  DriftCounts,
  OperationCounts,
  Subscriber,
  FindingCounts,
  SectionFindings,
} from '#compiled/api-report.ts';
import { versionPattern } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { type AssignedFindings, assignFindings } from './assign-findings.ts';
import { type FoundDiagnostic, type LintedFindings, listFindings } from './found-diagnostic.ts';
import type { Report, ReportTotals } from './report.ts';
import { forwardsCalls, type KeySetName } from '#compiled/manifest.ts';
import { effectiveEndpoints } from '#compiler/workspace/urls/effective-endpoints.ts';
import { countOperations } from './count-operations.ts';
import { requirementSectionOf, requirementSections, titleOfSection } from './requirement-sections.ts';

/** The section of each rule, by the rule's name. */
type RuleSections = ReadonlyMap<string, string>;

/** The input for the description of an API. */
interface ApiContext {
  readonly workspace: Workspace;
  readonly deployment: string;
  readonly ruleSections: RuleSections;
  /** The subscribers of each API, by its key. */
  readonly subscribers: ReadonlyMap<string, readonly Subscriber[]>;
  /** The counters of a running gateway, by the keys of APIs. Absent if they are not known. */
  readonly drift?: ReadonlyMap<string, DriftCounts> | undefined;
}

const states = ['created', 'published', 'deprecated', 'blocked', 'retired'] as const;

export interface ReportOptions {
  readonly deployment: string;
  readonly ruleSections: RuleSections;
  /** Only the APIs of this owner. */
  readonly owner?: string | undefined;
  /** Only the APIs with these keys: `DogPark/v1`. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The counters of a running gateway, by the keys of APIs. */
  readonly drift?: ReadonlyMap<string, DriftCounts> | undefined;
}

/** An API in a report, with its findings. */
export interface ReportedApi {
  readonly report: ApiReport;
  readonly found: readonly FoundDiagnostic[];
}

/** The report on a linted workspace: the same sources always give the same report. */
export function makeReport(workspace: Workspace, findings: LintedFindings, options: ReportOptions): Report {
  const { deployment, ruleSections, owner, only } = options;
  const assigned = assignFindings(listFindings(findings), workspace);
  const { others } = assigned;
  const apis = describeApis(workspace, assigned, options);
  const found = new Set(apis.flatMap((api) => api.found));
  const isWhole = owner === undefined && only === undefined;
  return {
    organisation: workspace.gateway.value.organisation,
    deployment,
    ...(owner !== undefined && { owner }),
    apis: apis.map(({ report }) => report),
    owners: describeOwners(apis),
    total: addUp(
      apis.map(({ report }) => report),
      found,
    ),
    sections: countBySection(isWhole ? [...found, ...others] : found, ruleSections),
    ...(isWhole && { otherFindings: countFindings(others) }),
  };
}

/** The reports on the chosen APIs with their findings, sorted by name and version. */
export function describeApis(
  workspace: Workspace,
  { byApi }: AssignedFindings,
  { owner, only, ...options }: ReportOptions,
): readonly ReportedApi[] {
  const context = { workspace, ...options, subscribers: groupSubscribers(workspace) };
  const chosen = workspace.apis.filter(
    ({ value }) => (owner ?? value.owner) === value.owner && (only?.has(apiKey(value)) ?? true),
  );
  return chosen.toSorted(compareApis).map((api) => {
    const found = byApi.get(api) ?? [];
    return { report: describeApi(api, found, context), found };
  });
}

/** Orders APIs by name, then by version; malformed versions come last. */
function compareApis({ value: a }: DeclaredApi, { value: b }: DeclaredApi): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  const [isOrdered, isOtherOrdered] = [a, b].map(({ version }) => versionPattern.test(version));
  if (isOrdered !== isOtherOrdered) return isOrdered ? -1 : 1;
  if (isOrdered) return compareVersions(a.version, b.version);
  return a.version < b.version ? -1 : 1;
}

function describeOwners(apis: readonly ReportedApi[]): Report['owners'] {
  const groups = [...Map.groupBy(apis, ({ report }) => report.owner)];
  return groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([owner, ofOwner]) => ({
      owner,
      ...addUp(
        ofOwner.map(({ report }) => report),
        new Set(ofOwner.flatMap(({ found }) => found)),
      ),
    }));
}

/** The totals of some APIs; `found` contains each of their findings once. */
function addUp(apis: readonly ApiReport[], found: Iterable<FoundDiagnostic>): ReportTotals {
  const drift = addDrift(apis);
  return {
    apis: new Set(apis.map(({ name }) => name)).size,
    versions: countStates(apis),
    findings: countFindings(found),
    operations: addOperations(apis),
    subscriptions: sum(apis, ({ subscribers }) => subscribers.length),
    missingEndpoints: sum(apis, ({ missingEndpoints }) => missingEndpoints.length),
    ...(drift && { drift }),
  };
}

function countStates(apis: readonly ApiReport[]): ReportTotals['versions'] {
  const byState = Map.groupBy(apis, ({ state }) => state);
  return Object.fromEntries(
    states.flatMap((state) => {
      const count = byState.get(state)?.length ?? 0;
      return count === 0 ? [] : [[state, count]];
    }),
  );
}

function addOperations(apis: readonly ApiReport[]): OperationCounts {
  const add = (key: keyof OperationCounts) => sum(apis, ({ operations }) => operations?.[key] ?? 0);
  return {
    all: add('all'),
    described: add('described'),
    withBodies: add('withBodies'),
    withExamples: add('withExamples'),
  };
}

function addDrift(apis: readonly ApiReport[]): DriftCounts | undefined {
  if (!apis.some(({ drift }) => drift)) return undefined;
  const add = (key: keyof DriftCounts) => sum(apis, ({ drift }) => drift?.[key] ?? 0);
  return { request: add('request'), response: add('response') };
}

function sum<T>(items: readonly T[], countOf: (item: T) => number): number {
  return items.reduce((total, item) => total + countOf(item), 0);
}

/** Describes one version of an API with its findings. */
function describeApi(api: DeclaredApi, found: readonly FoundDiagnostic[], context: ApiContext): ApiReport {
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

/** The endpoints that a version lacks. Only versions that forward calls need endpoints. */
function findMissingEndpoints(api: DeclaredApi, deployment: string): readonly KeySetName[] {
  if (!forwardsCalls(api.value)) return [];
  const endpoints = effectiveEndpoints(api, deployment);
  return (['production', 'sandbox'] as const).filter((keySet) => !endpoints[keySet]);
}

/** The subscribers of each API, by the key of the API. */
function groupSubscribers({
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

function countFindings(found: Iterable<FoundDiagnostic>): FindingCounts {
  const counts = { error: 0, warning: 0, info: 0, suppressed: 0, inBaseline: 0 };
  for (const { status, diagnostic } of found)
    counts[status === 'reported' ? diagnostic.severity : status] += 1;
  return counts;
}

/** The counts of each section that has findings, in the order of the sections. */
function countBySection(
  found: Iterable<FoundDiagnostic>,
  ruleSections: RuleSections,
): readonly SectionFindings[] {
  const bySection = Map.groupBy(found, ({ diagnostic }) =>
    requirementSectionOf(ruleSections.get(diagnostic.code)),
  );
  return requirementSections.flatMap((section) => {
    const ofSection = bySection.get(section);
    return ofSection ? [{ section, title: titleOfSection(section), ...countFindings(ofSection) }] : [];
  });
}
