import type { FindingCounts } from '#compiled/api-report.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { DriftByApi, ObservedDrift } from '#runtime/ports/drift.ts';
import type { SourceReport } from '#runtime/ports/reports.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { renderApiState } from '../pages/badge.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import { describeCount, sumUsage } from '../usage/usage-counts.ts';
import type { Portal } from '../visit/portal.ts';
import { pathOfOwnedApi, type OwnedVersion } from './owned-versions.ts';

/** What is known of some API versions; undefined if it is not known now. */
interface ScorecardData {
  readonly report: SourceReport | undefined;
  readonly drift: DriftByApi | undefined;
  readonly usage: readonly UsageSeries[] | undefined;
}

const { publisher } = texts;
const { columns } = publisher;

/** The numbers of a row; a number is undefined if it is not known. */
interface ScorecardRow {
  readonly findings: FindingCounts | undefined;
  readonly operations: readonly Share[];
  readonly drift: number | undefined;
  readonly subscriptions: number;
  readonly calls: number | undefined;
}

interface Share {
  readonly part: number;
  readonly whole: number;
}

/** A row for each API version, and their sums. */
export function renderScorecard(
  portal: Portal,
  owned: readonly OwnedVersion[],
  data: ScorecardData,
  nameOfSum: string,
): Html {
  const subscriptions = Map.groupBy(portal.compiled.manifest.subscriptions, ({ api }) => api);
  const rows = owned.map((version) =>
    describeRow(version, subscriptions.get(version.key)?.length ?? 0, data),
  );
  const cells = rows.map((row, index) => renderCells(row, renderName(portal, owned[index])));
  const sum = rows.length > 1 ? [renderCells(addUp(rows), [html`${nameOfSum}`, html``])] : [];
  return html`<div class="scorecard">
    ${renderDataTable(publisher.scorecardCaption, scorecardColumns, [...cells, ...sum])}
  </div>`;
}

const scorecardColumns: readonly Column[] = [
  { title: columns.api },
  { title: columns.state },
  ...[
    columns.errors,
    columns.warnings,
    columns.info,
    columns.notReported,
    columns.described,
    columns.examples,
    columns.drift,
    columns.subscriptions,
    columns.calls,
  ].map((title) => ({ title, isNumber: true })),
];

function describeRow({ key }: OwnedVersion, subscriptions: number, data: ScorecardData): ScorecardRow {
  const report = data.report?.apis.get(key)?.report;
  const { described = 0, all = 0, withExamples = 0, withBodies = 0 } = report?.operations ?? {};
  const ofApi = data.usage?.filter(({ api }) => api === key);
  return {
    findings: report?.findings,
    operations: [
      { part: described, whole: all },
      { part: withExamples, whole: withBodies },
    ],
    drift: data.drift && countDrift(data.drift.get(key) ?? []),
    subscriptions,
    calls: ofApi && sumUsage(ofApi.flatMap(({ points }) => points)).requests,
  };
}

function countDrift(observed: readonly ObservedDrift[]): number {
  return observed.reduce((sum, { count }) => sum + count, 0);
}

function addUp(rows: readonly ScorecardRow[]): ScorecardRow {
  const found = rows.flatMap(({ findings }) => findings ?? []);
  const sum = (key: keyof FindingCounts) => total(found.map((findings) => findings[key]));
  return {
    findings:
      found.length === 0
        ? undefined
        : {
            error: sum('error'),
            warning: sum('warning'),
            info: sum('info'),
            suppressed: sum('suppressed'),
            inBaseline: sum('inBaseline'),
          },
    operations: [0, 1].map((index) => ({
      part: total(rows.map(({ operations }) => operations[index]?.part ?? 0)),
      whole: total(rows.map(({ operations }) => operations[index]?.whole ?? 0)),
    })),
    drift: totalKnown(rows.map(({ drift }) => drift)),
    subscriptions: total(rows.map((row) => row.subscriptions)),
    calls: totalKnown(rows.map(({ calls }) => calls)),
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function totalKnown(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : total(known);
}

function renderName({ addresses }: Portal, version: OwnedVersion | undefined): readonly Html[] {
  if (!version) return [];
  const { entry } = version;
  const name = html`<a href="${pathOfOwnedApi(addresses, entry)}"
    ><bdi>${entry.name}</bdi> ${entry.version}</a
  >`;
  return [name, renderApiState(entry.state)];
}

function renderCells(row: ScorecardRow, name: readonly Html[]): readonly Html[] {
  const { error, warning, info, suppressed, inBaseline } = row.findings ?? {};
  const notReported = suppressed === undefined ? undefined : suppressed + (inBaseline ?? 0);
  const numbers = [error, warning, info, notReported].map(showNumber);
  const shares = row.operations.map(({ part, whole }) =>
    whole === 0 ? publisher.unknown : publisher.of(part, whole),
  );
  const rest = [row.drift, row.subscriptions, row.calls].map(showNumber);
  return [...name, ...[...numbers, ...shares, ...rest].map((text) => html`${text}`)];
}

function showNumber(number: number | undefined): string {
  return number === undefined ? publisher.unknown : describeCount(number);
}
