import { apiKey } from '#compiled/api-key.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import type { ApiReport, DriftCounts } from '#compiled/report/api-report.ts';
import { versionPattern } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { addUp } from './add-up.ts';
import { type AssignedFindings, assignFindings } from './assign-findings.ts';
import { countBySection, countFindings, type RuleSections } from './count-findings.ts';
import { describeApi, groupSubscribers } from './describe-api.ts';
import { type FoundDiagnostic, type LintedFindings, listFindings } from './found-diagnostic.ts';
import type { Report } from './report.ts';

export interface ReportOptions {
  readonly deployment: string;
  readonly ruleSections: RuleSections;
  /** Only the APIs of this owner. */
  readonly owner?: string | undefined;
  /** Only the APIs with these keys: `DogPark/v1`. */
  readonly only?: ReadonlySet<string> | undefined;
  /** By the keys of APIs: what a running gateway has counted. */
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

/** By name, then by version; a malformed version has no order, and is last. */
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
