/** Formats for dates and times that RFC 3339, section 5.6, does not define or spells differently. */
const foreignNames: readonly RegExp[] = [
  /^(date[_ /]?time|time[_ -]?date)$/i,
  /^date-?time-(local|only|rfc-?\d+)$/i,
  /^(google|iso)-?date-?(time)?$/i,
  /^(http-date|timestamp|epoch|rfc-?\d+)$/i,
  /^unix[_-]?(time(stamp)?)?$/i,
  /^iso[- ]?8601([- ](date-?time|timestamp))?$/i,
];

/** Formats such as `DD-MM-YYYY`. */
const picture = /^((dd?[-/. ]?mm|mm?[-/. ]?dd)[-/. ]?y{2,4}|y{2,4}[-/. ]?mm[-/. ]?dd)$/i;

/** Whether a format is one of dates or times that RFC 3339 does not define. */
export function isForeignDateFormat(format: string): boolean {
  return picture.test(format) || foreignNames.some((name) => name.test(format));
}

/** The advice on a format that RFC 3339 does not define; values of Google's formats follow RFC 3339 already. */
export function adviseOnForeignFormat(format: string): string {
  const isDate = picture.test(format) || /^(google|iso)-?date$/i.test(format);
  const [meant, sample] = isDate ? ['date', '2026-03-01'] : ['date-time', '2026-03-01T09:30:00Z'];
  const advice = `Write \`format: ${meant}\``;
  return /^google/i.test(format) ? `${advice}.` : `${advice}, and send values such as \`${sample}\`.`;
}
