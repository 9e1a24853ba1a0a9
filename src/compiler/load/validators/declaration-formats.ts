import { isDateTime, isFullDate } from '#openapi/schema/rfc-3339.ts';

/** The formats of declarations. */
export const declarationFormats = { date: isFullDate, 'date-time': isInstant };

/** Leap seconds are refused, since compile calculates with `Date.parse`, which does not know them. */
function isInstant(text: string): boolean {
  return isDateTime(text) && !Number.isNaN(Date.parse(text));
}
