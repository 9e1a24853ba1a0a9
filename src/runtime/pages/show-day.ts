import { html, type Html } from './html.ts';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in a sentence, in UTC: `1 March 2027`; the time in seconds since 1970-01-01T00:00:00Z. */
export function renderDay(seconds: number): Html {
  const date = new Date(seconds * 1000);
  return html`<time datetime="${date.toISOString()}">${days.format(date)}</time>`;
}

/** The day in UTC, as in tables and fields: `2027-03-01`; the time in seconds since 1970-01-01T00:00:00Z. */
export function showDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The time in UTC to the minute: `2027-03-01 12:00 UTC`; the time in seconds since 1970-01-01T00:00:00Z. */
export function showMinute(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
