import type { UsageRange, UsageRangeName } from './usage-range.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });

const clock = format({ hour: '2-digit', minute: '2-digit' });
const dayAndMonth = format({ day: 'numeric', month: 'short' });
const month = format({ month: 'short' });
const dayAndTime = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const date = format({ dateStyle: 'medium' });

/** How the beginning of a bar is written. */
const formats: Readonly<Record<UsageRangeName, Intl.DateTimeFormat>> = {
  hours: clock,
  days: dayAndTime,
  year: date,
};

/** When a bar begins, for people. */
export function describeStart({ name }: UsageRange, start: number): string {
  return formats[name].format(start);
}

/** The bars that the time axis labels: every half hour, every second midnight, the first week of every month. */
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
