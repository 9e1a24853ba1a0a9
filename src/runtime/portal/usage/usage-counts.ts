import { errorCodes } from '#compiled/answers/error-codes.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageSeries, UsageCounts } from '#runtime/ports/usage.ts';
import { texts } from '../texts/texts.ts';
import { pathOfError, type PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import type { UsageRange } from './usage-range.ts';

const { upstream, otherErrors } = texts.usage;

/** The usage of the applications in a range; undefined if it cannot be read now. */
export async function readUsage(
  { services }: Portal,
  applications: readonly string[],
  { from, to, step }: UsageRange,
): Promise<readonly UsageSeries[] | undefined> {
  return unlessUnavailable(services.usage.read({ applications, from, to, step }));
}

/** The value, or undefined if reading it fails with a StoreError; for data that a page can do without. */
export async function unlessUnavailable<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** The total usage of several periods. */
export function sumUsage(all: readonly UsageCounts[]): UsageCounts {
  const limits = all.flatMap(({ limitUsed }) => limitUsed ?? []);
  return {
    requests: sum(all.map(({ requests }) => requests)),
    rejections: sumByName(all.map(({ rejections }) => rejections)),
    responses: sumByName(all.map(({ responses }) => responses)),
    fromConsole: sum(all.map(({ fromConsole }) => fromConsole)),
    limitUsed: limits.length > 0 ? limits.reduce((a, b) => Math.max(a, b)) : undefined,
  };
}

/** The total usage of the series in each bar of a range. */
export function foldUsage(
  series: readonly UsageSeries[],
  { from, barMs, starts }: UsageRange,
): readonly UsageCounts[] {
  const points = series.flatMap((one) => one.points);
  const byBar = Map.groupBy(points, ({ start }) => Math.floor((start - from) / barMs));
  return starts.map((_, bar) => sumUsage(byBar.get(bar) ?? []));
}

/** The number of failed calls by error code of the gateway, and by `4xx` and `5xx` of the upstream. */
export function errorsOf({ rejections, responses }: UsageCounts): Readonly<Record<string, number>> {
  const { '4xx': client = 0, '5xx': server = 0 } = responses;
  return { ...rejections, ...(client > 0 && { '4xx': client }), ...(server > 0 && { '5xx': server }) };
}

/** The number of failed calls. */
export function countErrors(counts: UsageCounts): number {
  return sum(Object.values(errorsOf(counts)));
}

function sumByName<Name extends string>(
  records: readonly Readonly<Partial<Record<Name, number>>>[],
): Readonly<Record<string, number>> {
  const totals = new Map<string, number>();
  for (const record of records)
    for (const [name, number] of Object.entries<number | undefined>(record))
      totals.set(name, (totals.get(name) ?? 0) + (number ?? 0));
  return Object.fromEntries([...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/**
 * A share from 0 to 1 as a percentage: `12%`. A share above 0 is never shown as 0%, and a share below 1 never as 100%.
 */
export function describeShare(share: number): string {
  if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`;
  return percent.format(share < 1 ? Math.min(share, 0.99) : share);
}

/** The key for the total of the rarest errors; no error code is empty. */
export const otherErrorsKey = '';

/** The display name of a key of `errorsOf`. */
export function nameError(key: string): string {
  if (key === otherErrorsKey) return otherErrors;
  return key === '4xx' || key === '5xx' ? upstream[key] : key;
}

/** The display name of a key of `errorsOf`; an error code links to its page. */
export function renderErrorName(addresses: PortalAddresses, key: string): Html {
  return key in errorCodes
    ? html`<a href="${pathOfError(addresses, key)}"><code>${key}</code></a>`
    : html`<span>${nameError(key)}</span>`;
}
