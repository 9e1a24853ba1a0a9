import type { Json } from '#compiled/json.ts';
import { isDateTime, isFullDate, isTime } from '#openapi/schema/rfc-3339.ts';

/** The form of an example: a form of RFC 3339, a date or time of `other` form, or `none` of these. */
export type DateEvidence = 'date-time' | 'date' | 'time' | 'other' | 'none';

/** Signs of a date: a year, two numbers with a separator, or a picture such as `yyyy`. */
const traitOfDates = /\d{4}|\d[/:.-]\d|yyyy/i;

/** The month and year in which a card expires. */
const cardMonth = /^(0?[1-9]|1[0-2])[-/](\d{2}|\d{4})$/;

/** Values that tools insert in place of an example. */
const placeholders: readonly Json[] = [null, '', 'string'];

/** The forms that examples show; empty if there are none. */
export function findDateEvidence(examples: readonly Json[]): ReadonlySet<DateEvidence> {
  return new Set(examples.filter((example) => !placeholders.includes(example)).map(evidenceOf));
}

function evidenceOf(example: Json): DateEvidence {
  const text = typeof example === 'number' ? String(example) : example;
  if (typeof text !== 'string') return 'none';
  if (isDateTime(text)) return 'date-time';
  if (isFullDate(text)) return 'date';
  if (isTime(text)) return 'time';
  if (cardMonth.test(text)) return 'none';
  return traitOfDates.test(text) ? 'other' : 'none';
}
