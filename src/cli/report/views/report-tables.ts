import type { ApiReport, DriftCounts, FindingCounts, OperationCounts } from '#compiled/api-report.ts';
import type { OwnerReport, Report, ReportTotals } from '#compiler/report/report.ts';

/** One part of a report; views decide how its cells look. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  /** Texts, one for each column. */
  readonly rows: readonly (readonly string[])[];
  /** Whether a view may collapse the table, since it shows details of another table. */
  readonly isDetail?: boolean;
}

const findingColumns = ['Errors', 'Warnings', 'Info', 'Suppressed', 'Baseline'];
const coverageColumns = ['Described', 'Examples'];

/** The tables of a report that have rows, the most important first. */
export function describeReport(report: Report): readonly ReportTable[] {
  return [
    describeOwners(report),
    describeApis(report),
    describeDeprecations(report),
    describeMissingEndpoints(report),
    describeSections(report),
    describeSubscribers(report),
  ].filter(({ rows }) => rows.length > 0);
}

function describeOwners({ owners, total }: Report): ReportTable {
  const drift = total.drift ? ['Drift'] : [];
  const sums = owners.length > 1 ? [{ owner: 'All', ...total }] : [];
  return {
    title: 'Owners',
    columns: ['Owner', 'Versions', ...findingColumns, ...coverageColumns, 'Subscriptions', ...drift],
    rows: [...owners, ...sums].map((one: OwnerReport) => [
      one.owner,
      String(countVersions(one)),
      ...findingCells(one.findings),
      ...coverageCells(one.operations),
      String(one.subscriptions),
      ...driftCells(one),
    ]),
  };
}

function describeApis({ apis, total }: Report): ReportTable {
  const drift = total.drift ? ['Drift'] : [];
  return {
    title: 'APIs',
    columns: ['API', 'State', 'Owner', ...findingColumns, ...coverageColumns, 'Subscriptions', ...drift],
    rows: apis.map((api) => [
      nameApi(api),
      api.state,
      api.owner,
      ...findingCells(api.findings),
      ...coverageCells(api.operations),
      String(api.subscribers.length),
      ...driftCells({ drift: total.drift && (api.drift ?? { request: 0, response: 0 }) }),
    ]),
  };
}

function describeDeprecations({ apis }: Report): ReportTable {
  return {
    title: 'Deprecations',
    columns: ['API', 'State', 'Deprecated since', 'May be retired after', 'Successor', 'Subscriptions'],
    rows: apis.flatMap((api) => {
      const { state, deprecation, subscribers } = api;
      if (!deprecation) return [];
      const { since, sunset = none, successor = none } = deprecation;
      return [[nameApi(api), state, since, sunset, successor, String(subscribers.length)]];
    }),
  };
}

function describeMissingEndpoints({ apis }: Report): ReportTable {
  return {
    title: 'Missing endpoints',
    columns: ['API', 'State', 'Endpoint'],
    rows: apis.flatMap((api) =>
      api.missingEndpoints.map((keySet) => [nameApi(api), api.state, keySet] as const),
    ),
  };
}

function describeSections({ sections }: Report): ReportTable {
  return {
    title: 'Findings by section of the requirements',
    columns: ['Section', ...findingColumns],
    rows: sections.map(({ section, title, ...counts }) => [
      `${section} ${title}`.trim(),
      ...findingCells(counts),
    ]),
  };
}

function describeSubscribers({ apis }: Report): ReportTable {
  return {
    title: 'Subscriptions',
    columns: ['API', 'Application', 'Owner', 'Tier', 'State'],
    isDetail: true,
    rows: apis.flatMap((api) =>
      api.subscribers.map(
        ({ application, owner = none, tier, state }) =>
          [nameApi(api), application, owner, tier, state] as const,
      ),
    ),
  };
}

const none = '–';

function nameApi({ name, version }: ApiReport): string {
  return `${name}/${version}`;
}

export function countVersions({ versions }: ReportTotals): number {
  return Object.values(versions).reduce((sum, count) => sum + count, 0);
}

function findingCells({ error, warning, info, suppressed, inBaseline }: FindingCounts): readonly string[] {
  return [error, warning, info, suppressed, inBaseline].map(String);
}

function coverageCells(operations: OperationCounts | undefined): readonly string[] {
  if (!operations) return [none, none];
  const { all, described, withBodies, withExamples } = operations;
  return [nameShare(described, all), nameShare(withExamples, withBodies)];
}

function nameShare(part: number, whole: number): string {
  return whole === 0 ? none : `${part} of ${whole}`;
}

function driftCells({ drift }: { readonly drift?: DriftCounts | undefined }): readonly string[] {
  return drift ? [String(drift.request + drift.response)] : [];
}
