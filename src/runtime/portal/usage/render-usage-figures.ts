import { html, type Html } from '../../pages/html.ts';
import type { UsageCounts } from '../../ports/usage.ts';
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
    <div class="scroll" role="region" aria-label="${usage.figures}" tabindex="0">
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${usage.start}</th>
            <th scope="col" class="number">${usage.requests}</th>
            <th scope="col">${usage.errors}</th>
            <th scope="col" class="number">${usage.limit}</th>
            <th scope="col" class="number">${usage.console}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ counts, start }) => renderRow(describeStart(range, start), counts))}
        </tbody>
      </table>
    </div>
  </details>`;
}

function renderRow(start: string, counts: UsageCounts): Html {
  return html`<tr>
    <th scope="row">${start}</th>
    <td class="number">${describeCount(counts.requests)}</td>
    <td>${listErrors(counts)}</td>
    <td class="number">${describeLimit(counts)}</td>
    <td class="number">${describeCount(counts.fromConsole)}</td>
  </tr>`;
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
