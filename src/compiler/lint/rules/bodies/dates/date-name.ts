import { oncePer } from '#compiler/rule/once-per.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';

/**
 * What a name says about its value: `moment`, a date with a time (`createdAt`); `date`, a date that may have a time
 * (`dateOfBirth`); `time`, a point in time or a time of day, whose numbers may count from any start (`start_time`);
 * `event`, like `time`, but of something that happens on a certain day (`update_time`, `expires`).
 */
export type DateName = 'moment' | 'date' | 'time' | 'event';

export interface DateWords {
  /** Words that end the name of a date. */
  readonly dates: ReadonlySet<string>;
  /** Words for events: before `at`, `on` and words such as `after`, and after `date` and `time`. */
  readonly events: ReadonlySet<string>;
  /** Words before `time` in names of points in time. */
  readonly times: ReadonlySet<string>;
  /** Words that, except at the end, show that a name does not mean a date. */
  readonly others: ReadonlySet<string>;
}

/** Matches most names of dates: checked first, since it is cheap. */
const trait = /(?:at|on|date|time|stamp|expires|after|before|since|until)$|^(?:date|time|last)/;

/** Words after an event in names of open ranges: `created_after`. */
const sides = new Set(['after', 'before', 'since', 'until']);

/** Words after `date` in names of the ends of a range: `date_from`. */
const rangeEnds = new Set([...sides, 'from', 'to', 'start', 'end']);

/** Words after `last` in names of dates: `lastModified`. */
const lastEvents = new Set(['modified', 'updated', 'changed', 'edited', 'accessed', 'seen']);

/** Words before `time` for events that may happen at the same time every day: `start_time` of opening hours. */
const daily = new Set(
  readWords('arrival begin departure due end ended event finish finished scheduled start started'),
);

/** Words before `date` in names that do not mean a date: `up_to_date`, `out_of_date`. */
const linkWords = new Set(['to', 'of']);

/** Returns what a name says about a date or a time; names repeat, so each is read once. */
export type DateNames = (name: string) => DateName | undefined;

/**
 * Returns a function that interprets names with the given words; it returns undefined for ambiguous and other names.
 */
export const dateNamesBy = oncePer((words: DateWords): DateNames => {
  const found = new Map<string, DateName | 'none'>();
  return (name) => {
    let said = found.get(name);
    if (said === undefined) {
      said = classifyName(name, words) ?? 'none';
      found.set(name, said);
    }
    return said === 'none' ? undefined : said;
  };
});

function classifyName(name: string, words: DateWords): DateName | undefined {
  const lowered = name.toLowerCase();
  if (!trait.test(lowered) && ![...words.dates].some((word) => lowered.endsWith(word))) return undefined;
  const parts = splitWords(name).map((word) => word.toLowerCase());
  if (parts.slice(0, -1).some((word) => words.others.has(word))) return undefined;
  if (isOfSomethingAt(parts, words)) return undefined;
  return classifyEnd(parts, words) ?? classifyStart(parts, words);
}

/**
 * Whether a name means something at a point in time: `price_at_start_date` is a price, but `created_at_date` is a date.
 */
function isOfSomethingAt(parts: readonly string[], { events }: DateWords): boolean {
  const index = parts.slice(0, -1).lastIndexOf('at');
  const before = parts[index - 1];
  return before !== undefined && !events.has(before) && !/..ed$/.test(before);
}

/** Known ends of names have precedence, so that adding a word to `dates` never makes more values valid. */
function classifyEnd(parts: readonly string[], words: DateWords): DateName | undefined {
  const [last = '', before = ''] = parts.toReversed();
  const known = classifyLast(last, before, words);
  if (known || !words.dates.has(last)) return known;
  return parts.length > 2 && linkWords.has(before) ? undefined : 'date';
}

function classifyLast(last: string, before: string, { events, times }: DateWords): DateName | undefined {
  if (last === 'timestamp' || last.endsWith('datetime')) return 'moment';
  if (last === 'stamp') return before === 'time' ? 'moment' : undefined;
  if (last === 'expires') return 'event';
  if (last === 'at') return events.has(before) || /..ed$/.test(before) ? 'moment' : undefined;
  if (last === 'on') return events.has(before) ? 'date' : undefined;
  // `expires_after` is as likely a duration.
  if (sides.has(last)) return events.has(before) && before.endsWith('ed') ? 'date' : undefined;
  if (last !== 'time') return undefined;
  return before === 'date' ? 'moment' : times.has(before) ? timeOf(before) : undefined;
}

/**
 * Interprets names by their first word: `date_of_birth`, `dateCreated`, `date_from`, `time_started`, `lastModified`.
 */
function classifyStart(parts: readonly string[], { events }: DateWords): DateName | undefined {
  const [first = '', second = ''] = parts;
  if (first === 'date' && second === 'of' && parts.length > 2) return 'date';
  if (parts.length !== 2) return undefined;
  if (first === 'date' && rangeEnds.has(second)) return 'date';
  if (first === 'last') return lastEvents.has(second) ? 'date' : undefined;
  if (!events.has(second)) return undefined;
  return first === 'date' ? 'date' : first === 'time' ? timeOf(second) : undefined;
}

function timeOf(event: string): DateName {
  return daily.has(event) ? 'time' : 'event';
}

/** Whether a name ends in a word such as `after` or `from`, so that its values need no operator. */
export function saysSide(name: string): boolean {
  return rangeEnds.has(splitWords(name).at(-1)?.toLowerCase() ?? '');
}
