import type { Json, JsonObject } from '#compiled/json.ts';
import type { DateSubject } from './date-subject.ts';

/** Descriptions of a time as a number since the beginning of 1970. */
const epoch =
  /\b(unix|posix)[- ]?(epoch|time|timestamp)|\bepoch[- ](time|timestamp|(milli|micro)?seconds)|\bsince (the )?(unix |posix )?epoch\b|\b1970\b/i;

/** Whether the description of a number says that it is a point in time. */
export function saysEpoch({ description }: JsonObject): boolean {
  return typeof description === 'string' && epoch.test(description);
}

/** Descriptions of a number, an age or a position: `Number of visits`, `day of the month`. */
const countings: readonly RegExp[] = [
  /\b(number|amount|count) of\b|\bhow (many|long|old)\b|\bages?\b/i,
  /\b(day|date)s? of (the |following |current )?month\b/i,
];

export function saysEpochOf(subject: DateSubject): boolean {
  return matches(textOf(subject), epoch);
}

/** Whether the description says that a number counts something other than the time since 1970. */
export function saysCounting(subject: DateSubject): boolean {
  const text = textOf(subject);
  return !matches(text, epoch) && countings.some((counting) => matches(text, counting));
}

/** The description of a field; that of a parameter is next to its schema. */
function textOf({ description, schema }: DateSubject): Json | undefined {
  return description ?? schema.keyword('description');
}

function matches(text: Json | undefined, trait: RegExp): boolean {
  return typeof text === 'string' && trait.test(text);
}

/** Words in a description that show that the values are not RFC 3339 date-times. */
const foreignWord = /\b(unix|epoch|(milli)?seconds?|rfc ?(822|1123|2822)|http[- ]date)\b/i;

/** Pictures of dates and date-times that do not follow RFC 3339: `MM/DD/YYYY`. */
const foreignPicture =
  /(?<![a-z])(yyyy-?mm-?dd( +|:)hh|yyyymmdd|yyyy-mm-ddthh:mm(?!:)|yyyy[./]mm[./]dd|(dd?[-./]mm?|mm?[-./]dd?)[-./]yy)/i;

export function saysForeignForm(subject: DateSubject): boolean {
  return matches(textOf(subject), foreignWord) || showsForeignForm(subject);
}

/** Whether the description shows a form other than RFC 3339, even if an example follows RFC 3339. */
export function showsForeignForm(subject: DateSubject): boolean {
  return matches(textOf(subject), foreignPicture);
}

/** Whether the description shows a date, such as `Date (yyyy-MM-dd)`, and nowhere a time. */
export function saysDate(subject: DateSubject): boolean {
  const text = textOf(subject);
  return (
    matches(text, /\byyyy-mm-dd\b(?![\sT'`"]*hh)/i) && !matches(text, /\bhh:mm\b|\byyyy-mm-dd[\sT:]*hh/i)
  );
}

/** Whether the description says that there is a time of day. */
export function saysTime(subject: DateSubject): boolean {
  return matches(textOf(subject), /time|\bhh\b|\bmoment\b|\biso[- ]?8601\b/i);
}

/** Descriptions of strings that are not, or not always, dates: a duration, the version of a row, `today`. */
const otherTexts: readonly RegExp[] = [
  // A field such as `startTime` may be a duration: `The estimated length of time`.
  /^\s*((the|an?) )?(\w+ )?(length of time|amount of time|duration)\b(?! (start|end|begin))/i,
  /^\s*(the )?number of (years|months|weeks|days|hours|minutes|seconds)\b/i,
  /\bbyte array\b|\bbase-?64\b/i,
  /\brelative dates?\b|[`'"](now|today|yesterday)[`'"]|\boffset from (the )?current time\b/i,
];

export function saysOtherText(subject: DateSubject): boolean {
  const text = textOf(subject);
  return !matches(text, epoch) && (saysMonth(text) || otherTexts.some((trait) => matches(text, trait)));
}

/** Whether a description means a month rather than a day: `MM/YY`, in which a card expires. */
function saysMonth(text: Json | undefined): boolean {
  return matches(text, /\bmm ?[-/]? ?yy(yy)?\b/i) && !matches(text, /dd/i);
}
