import { html, type Html } from './html.ts';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/** A day on a page, in UTC: `1 March 2027`; the time in seconds since 1970-01-01T00:00:00Z. */
export function renderDay(seconds: number): Html {
  const date = new Date(seconds * 1000);
  return html`<time datetime="${date.toISOString()}">${days.format(date)}</time>`;
}

/** The day in UTC, as text: `1 March 2027`; the time in seconds since 1970-01-01T00:00:00Z. */
export function describeDay(seconds: number): string {
  return days.format(seconds * 1000);
}

/** The day in UTC, as people enter it in fields: `2027-03-01`; the time in seconds since 1970-01-01T00:00:00Z. */
export function showDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The time in UTC to the minute: `1 March 2027, 12:00`; the time in seconds since 1970-01-01T00:00:00Z. */
export function describeMinute(seconds: number): string {
  return `${days.format(seconds * 1000)}, ${clock.format(seconds * 1000)}`;
}

/** The time in UTC to the second: `2027-03-01 12:00:30 UTC`; the time in seconds since 1970-01-01T00:00:00Z. */
export function showSecond(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
