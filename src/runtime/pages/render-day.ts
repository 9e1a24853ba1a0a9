import { html, type Html } from './html.ts';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day, in UTC; the time in seconds since 1970-01-01T00:00:00Z. */
export function renderDay(seconds: number): Html {
  const date = new Date(seconds * 1000);
  return html`<time datetime="${date.toISOString()}">${days.format(date)}</time>`;
}
