const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(z|[+-]\d{2}:\d{2})?$/i;

const minutesOfDay = 24 * 60;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The days at whose end UTC has had leap seconds, and those days seen from where the next one has begun. */
const leapSecondDays = { today: ['06-30', '12-31'], yesterday: ['07-01', '01-01'] } as const;

interface Clock {
  /** Minutes after midnight UTC; local minutes where the offset is unknown. May lie on a neighbouring day. */
  readonly minutes: number;
  readonly isLeapSecond: boolean;
  readonly isLocal: boolean;
}

/** Whether a text is a `full-date` (RFC 3339, section 5.6): `2026-03-01`. */
export function isFullDate(text: string): boolean {
  const [year, month, day] = (datePattern.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (daysOfMonths[month - 1] ?? 0);
}

/** Whether a text is a `full-time`, or a `partial-time` that is local (RFC 3339, section 5.6). */
export function isTime(text: string): boolean {
  const clock = readClock(text);
  if (!clock) return false;
  return !clock.isLeapSecond || clock.isLocal || isLastMinute(clock);
}

/** Whether a text is a `date-time`, which says `Z` or a numeric offset (RFC 3339, section 5.6). */
export function isDateTime(text: string): boolean {
  const [date, separator, time] = [text.slice(0, 10), text.slice(10, 11), text.slice(11)];
  if (separator.toUpperCase() !== 'T' || !isFullDate(date)) return false;
  const clock = readClock(time);
  if (!clock || clock.isLocal) return false;
  return !clock.isLeapSecond || (isLastMinute(clock) && endsLeapSecondDay(date, clock));
}

function readClock(text: string): Clock | undefined {
  const [, hour, minute, second, zone] = timePattern.exec(text) ?? [];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60 || hour === undefined) return undefined;
  const offset = zone === undefined ? 0 : offsetIn(zone);
  if (offset === undefined) return undefined;
  return {
    minutes: Number(hour) * 60 + Number(minute) - offset,
    isLeapSecond: Number(second) === 60,
    isLocal: zone === undefined,
  };
}

/** The minutes of `Z`, `+02:00` or `-05:30`; undefined where there is no such offset. */
function offsetIn(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Whether it is the last minute of a day in UTC, the only one that can hold a leap second. */
function isLastMinute({ minutes }: Clock): boolean {
  return (minutes + minutesOfDay) % minutesOfDay === minutesOfDay - 1;
}

function endsLeapSecondDay(date: string, { minutes }: Clock): boolean {
  const days: readonly string[] = leapSecondDays[minutes < 0 ? 'yesterday' : 'today'];
  return days.includes(date.slice(5));
}
