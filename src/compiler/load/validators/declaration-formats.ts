import { isDateTime, isFullDate } from '#openapi/schema/rfc-3339.ts';

/** The formats that schemas of declarations use. */
export const declarationFormats = { date: isFullDate, 'date-time': isInstant };

/**
 * Whether a text is a valid date and time. Leap seconds are refused, since the compiler calculates with `Date.parse`,
 * which does not support them.
 */
function isInstant(text: string): boolean {
  return isDateTime(text) && !Number.isNaN(Date.parse(text));
}
