import { isDateTime, isFullDate, isTime } from '#openapi/schema/rfc-3339.ts';

/** One of the forms of RFC 3339, section 5.6. */
export interface DateForm {
  readonly name: string;
  readonly holds: (text: string) => boolean;
  /** Sample values, shown when the given one cannot be interpreted. */
  readonly samples: string;
  /** The possible meanings of an invalid value. */
  readonly readings: (text: string) => readonly string[];
  readonly advise: (value: string, text: string) => string;
}

/** `Z` or a numeric offset, at the end. */
const zone = /(Z|[+-]\d{2}:?\d{2})$/i;

/** A year, a month and a day with separators other than `-`, or without separators. */
const otherDay = /^(\d{4})[/.]?(\d{2})[/.]?(\d{2})(?!\d)/;

/** Completes what date-times often omit or write differently: the separators, the colon of the offset, the seconds. */
function complete(text: string): string {
  const joined = text
    .replace(otherDay, '$1-$2-$3')
    .replace(/ (?=[+-]\d{2}:?\d{2}$)/, '')
    .replace(' ', 'T');
  const zoned = /T/i.test(joined) ? joined.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') : joined;
  return zoned.replace(/(T\d{2}:\d{2})(?=Z|[+-]|$)/i, '$1:00');
}

/** The forms of RFC 3339, section 5.6, by the formats of OpenAPI. */
export const dateForms: Readonly<Record<string, DateForm>> = {
  date: {
    name: 'date',
    holds: isFullDate,
    samples: '`2026-03-01`',
    readings: (text) => [text.replace(otherDay, '$1-$2-$3').slice(0, '2026-03-01'.length)],
    advise: (value) => `Write it as \`${value}\`.`,
  },
  'date-time': {
    name: 'date-time',
    holds: isDateTime,
    samples: '`2026-03-01T09:30:00Z`',
    readings: (text) => [complete(text), `${complete(text)}Z`],
    advise: (value, text) =>
      zone.test(text)
        ? `Write it as \`${value}\`.`
        : `Write it with \`Z\` or a numeric offset, as \`${value}\`.`,
  },
  time: {
    name: 'time',
    holds: isTime,
    samples: '`09:30:00`, `09:30:00Z` or `09:30:00+01:00`',
    readings: (text) => [`${text}:00`],
    advise: (value) => `Write it as \`${value}\`, \`${value}Z\` or \`${value}+01:00\`.`,
  },
};

/** The advice on an invalid value: how to write it if it can be interpreted, otherwise the valid forms. */
export function adviseOnValue(value: string, { name, readings, holds, samples, advise }: DateForm): string {
  const text = value.replace(/^["' ]+|(?<!["' ])["' ]+$/g, '');
  const meant = readings(text).find(holds);
  if (meant !== undefined) return advise(meant, text);
  if (/^\d{4}-\d{2}$/.test(text) && name === 'date')
    return 'Write the day too, or remove `format` if it is a month.';
  const other = text === '' || /\d\d/.test(text) ? '' : ', or correct `format` if it is something else';
  return `Write it in the form of ${samples}${other}.`;
}
