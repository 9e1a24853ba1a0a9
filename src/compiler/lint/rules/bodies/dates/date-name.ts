import { oncePer } from '#compiler/rule/once-per.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';

/**
 * The meaning of a name for its value: `moment`, a date with its time (`createdAt`); `date`, a date that may have a
 * time (`dateOfBirth`); `time`, a point in time or a time of day, though a number may well count seconds from elsewhere
 * (`start_time`); `event`, the same of what happens on some day (`update_time`, `expires`).
 */
export type DateName = 'moment' | 'date' | 'time' | 'event';

export interface DateWords {
  /** Those that make a date of a name that ends in them. */
  readonly dates: ReadonlySet<string>;
  /** Those before `at` and `on`, and after `date`, `time` and `last`. */
  readonly events: ReadonlySet<string>;
  /** Those before `time`. */
  readonly times: ReadonlySet<string>;
  /** Those before the last one that make no date of a name. */
  readonly others: ReadonlySet<string>;
}

/** Found in most names of dates: checked first, since it is cheap. */
const trait = /(?:at|on|date|time|stamp|expires|after|before|since|until)$|^(?:date|time|last)/;

/** Words after an event that say on which side of a time: `created_after`. */
const sides = new Set(['after', 'before', 'since', 'until']);

/** Words after `date` in names of the ends of a range: `date_from`. */
const rangeEnds = new Set([...sides, 'from', 'to', 'start', 'end']);

/** Words after `last` in names of dates: `lastModified`. */
const lastEvents = new Set(['modified', 'updated', 'changed', 'edited', 'accessed', 'seen']);

/** Words before `time` that happen at the same time each day, too: `start_time` of opening hours. */
const daily = new Set(
  readWords('arrival begin departure due end ended event finish finished scheduled start started'),
);

/** The words between those of `up_to_date` and `out_of_date`. */
const linkWords = new Set(['to', 'of']);

/** Returns what a name says about a date or a time; names repeat, so each is read once. */
export type DateNames = (name: string) => DateName | undefined;

/** The meaning of names with certain words for dates and times; undefined if there is none, or it is ambiguous. */
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

/** `price_at_start_date` is a price; `created_at_date` is a date. */
function isOfSomethingAt(parts: readonly string[], { events }: DateWords): boolean {
  const index = parts.slice(0, -1).lastIndexOf('at');
  const before = parts[index - 1];
  return before !== undefined && !events.has(before) && !/..ed$/.test(before);
}

/** What the ends of names say comes first, so that a word among `dates` never makes more values valid. */
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

/** `date_of_birth`, `dateCreated`, `date_from`, `time_started`, `lastModified`. */
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

/** Whether a name says on which side of a date or time its values are, so that it does not need an operator. */
export function saysSide(name: string): boolean {
  return rangeEnds.has(splitWords(name).at(-1)?.toLowerCase() ?? '');
}
