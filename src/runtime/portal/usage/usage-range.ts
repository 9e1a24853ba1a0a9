import { html, type Html } from '#runtime/pages/html.ts';
import type { UsageStep } from '#runtime/ports/usage.ts';
import { texts } from '../texts/texts.ts';

const { usage } = texts;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface RangeShape {
  /** The length of the periods that are read. */
  readonly step: UsageStep;
  /** The length of a bar in milliseconds: several steps, to keep the number of bars low. */
  readonly barMs: number;
  readonly bars: number;
  /** The last bar ends at the next multiple of this, in milliseconds. */
  readonly alignMs: number;
}

/** The ranges that usage can be shown for. */
const shapes = {
  hours: { step: 'minute', barMs: 5 * minute, bars: 36, alignMs: 5 * minute },
  days: { step: 'hour', barMs: 6 * hour, bars: 56, alignMs: 6 * hour },
  year: { step: 'day', barMs: 7 * day, bars: 53, alignMs: day },
} as const satisfies Readonly<Record<string, RangeShape>>;

type UsageRangeName = keyof typeof shapes;

/** The names of all ranges, the shortest first. */
// A cast, since `Object.keys` returns `string[]`.
export const usageRangeNames = Object.keys(shapes) as readonly UsageRangeName[];

/** A range of time up to now that usage is shown for. */
export interface UsageRange extends Pick<RangeShape, 'step' | 'barMs'> {
  readonly name: UsageRangeName;
  /** In milliseconds since 1970-01-01T00:00:00Z; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The start of each bar. */
  readonly starts: readonly number[];
}

/** The range with this name; `days` if the name is unknown. */
export function usageRange(given: string | null, now: number): UsageRange {
  const name = usageRangeNames.find((known) => known === given) ?? 'days';
  const { step, barMs, bars, alignMs } = shapes[name];
  const to = (Math.floor(now / alignMs) + 1) * alignMs;
  const from = to - bars * barMs;
  return {
    name,
    step,
    barMs,
    from,
    to,
    starts: Array.from({ length: bars }, (_, bar) => from + bar * barMs),
  };
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });

const clock = format({ hour: '2-digit', minute: '2-digit' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });
const month = format({ month: 'short' });
const dayAndTime = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const date = format({ dateStyle: 'medium' });

/** The format of the start of a bar. */
const formats: Readonly<Record<UsageRangeName, Intl.DateTimeFormat>> = {
  hours: clock,
  days: dayAndTime,
  year: date,
};

/** The formatted start of a bar. */
export function describeStart({ name }: UsageRange, start: number): string {
  return formats[name].format(start);
}

/**
 * The labels of the time axis, by index of the bar: every half hour, every second midnight, or the first week in each
 * month.
 */
export function timeLabels({
  name,
  starts,
}: UsageRange): readonly { readonly index: number; readonly text: string }[] {
  return starts.flatMap((start, index) => {
    const text = labelOf(name, start, starts[index - 1]);
    return text === undefined ? [] : [{ index, text }];
  });
}

function labelOf(name: UsageRangeName, start: number, previous: number | undefined): string | undefined {
  if (name === 'hours') return start % 1_800_000 === 0 ? clock.format(start) : undefined;
  if (name === 'days') return start % 172_800_000 === 0 ? dayAndMonth.format(start) : undefined;
  const isFirst = previous !== undefined && month.format(previous) !== month.format(start);
  return isFirst ? month.format(start) : undefined;
}

/** Links to the same page with other ranges; `linkTo` returns the URL for a range. */
export function renderRangeLinks(current: UsageRangeName, linkTo: (name: UsageRangeName) => string): Html {
  const links = usageRangeNames.map(
    (name) =>
      html`<li>
        <a href="${linkTo(name)}" ${name === current ? html`aria-current="true"` : undefined}
          >${usage.ranges[name]}</a
        >
      </li>`,
  );
  return html`<nav class="ranges" aria-label="${usage.time}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
