import { html, type Html } from '#runtime/pages/html.ts';
import type { UsageCounts } from '#runtime/ports/usage.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import { describeCount, describeShare } from './describe-number.ts';
import { nameError } from './name-error.ts';
import { errorsOf } from './sum-usage.ts';
import { describeStart } from './time-labels.ts';
import type { UsageRange } from './usage-range.ts';

const { usage } = texts;

/** What the plots show, as a table: a row for each bar with calls. */
export function renderUsageFigures(range: UsageRange, bars: readonly UsageCounts[]): Html {
  const caption = usage.figuresCaption(usage.bars[range.name]);
  const rows = bars
    .map((counts, index) => ({ counts, start: range.starts[index] ?? 0 }))
    .filter(({ counts }) => counts.requests > 0)
    .toReversed();
  return html`<details>
    <summary>${usage.figures}</summary>
    ${renderDataTable(
      usage.figures,
      columns,
      rows.map(({ counts, start }) => listCells(describeStart(range, start), counts)),
      caption,
    )}
  </details>`;
}

const columns: readonly Column[] = [
  { title: usage.start },
  { title: usage.requests, isNumber: true },
  { title: usage.errors },
  { title: usage.limit, isNumber: true },
  { title: usage.console, isNumber: true },
];

function listCells(start: string, counts: UsageCounts): readonly string[] {
  return [
    start,
    describeCount(counts.requests),
    listErrors(counts),
    describeLimit(counts),
    describeCount(counts.fromConsole),
  ];
}

/** `rate_limited: 3, 5xx from the API: 1`; a dash if there are no errors. */
export function listErrors(counts: UsageCounts): string {
  const errors = Object.entries(errorsOf(counts)).map(
    ([key, count]) => `${nameError(key)}: ${describeCount(count)}`,
  );
  return errors.length === 0 ? '–' : errors.join(', ');
}

/** The share of the limit; a dash if no limit applied. */
export function describeLimit({ limitUsed }: UsageCounts): string {
  return limitUsed === undefined ? '–' : describeShare(limitUsed);
}
