import type { Fix } from '../../../diagnostic/fix.ts';
import type { Json, JsonObject } from '../../../compiled/json.ts';
import type { SchemaNode } from '../../../openapi/model.ts';
import type { DateName } from './date-name.ts';
import { readDatePattern } from './date-pattern.ts';
import { adviseOnForeignFormat, isForeignDateFormat } from './foreign-formats.ts';
import { type DateEvidence, findDateEvidence } from './date-evidence.ts';

/** A field with the name of a date or a time. */
export interface DateSubject {
  /** As the subject of a sentence: "The property `createdAt`". */
  readonly label: string;
  readonly kind: DateName;
  readonly schema: SchemaNode;
  /** Next to the schema. */
  readonly description?: Json | undefined;
  /** Examples that are given next to the schema. */
  readonly examples: readonly Json[];
  /** Whether the schema is only here, so that it can be changed. */
  readonly isOwn: boolean;
  /** Whether a format may be added: not if callers send the values, since others would then be refused. */
  readonly mayFix: () => boolean;
}

/** The error of the schema of a date or a time, and its fix. */
interface DateProblem {
  readonly message: string;
  readonly help: string;
  readonly fix?: Fix<string>;
}

/** Formats that repeat the type. */
const emptyFormat = /^(string|text)?$/i;

/** Words in a description that show that the values are not RFC 3339 date-times. */
const foreignForm =
  /\b(unix|epoch|(milli)?seconds?|rfc ?(822|1123|2822)|http[- ]date)\b|\byyyy-?mm-?dd +hh|\byyyymmdd/i;

/** Digits of the shortest date-time. */
const minDateTimeLength = 20;

/** A day of a month, a year or a count is below. */
const minNumberOfDate = 10_000;

/** The forms that the name allows besides a date with its time. */
const otherForms: Readonly<Record<DateName, string>> = {
  moment: ', or `date` where there is no time of day',
  date: ', or `date` where there is no time of day',
  time: ', or `time` where there is no date',
};

/** The error of the schema of a field with the name of a date or a time; undefined if it is open or valid. */
export function checkDateSchema(subject: DateSubject): DateProblem | undefined {
  const { schema, kind } = subject;
  if (schema.isOnly('string')) return checkText(subject);
  const isNumber = schema.isOnly('integer') || schema.isOnly('number');
  return isNumber && (kind !== 'time' || saysEpoch(schema.value)) ? checkNumber(subject) : undefined;
}

/** Seconds or the like from the beginning of 1970. */
const epoch =
  /\b(unix|posix)[- ]?(epoch|time|timestamp)|\bepoch[- ](time|timestamp|(milli|micro)?seconds)|\bsince (the )?(unix |posix )?epoch\b|\b1970\b/i;

/** Whether the description of a number says that it is a point in time. */
export function saysEpoch({ description }: JsonObject): boolean {
  return typeof description === 'string' && epoch.test(description);
}

/** Descriptions of a number, an age or a position: `Days since the last visit`, `day of the month`. */
const countings: readonly RegExp[] = [
  /\b(number|amount|count) of\b|\bhow (many|long|old)\b|\bages?\b/i,
  /\b(days|weeks|months|years|hours|minutes) (since|before|after|ago|until|from)\b/i,
  /\b(duration|elapsed|interval|offset|relative)\b/i,
  /\b(day|date)s? of (the |following |current )?month\b/i,
];

const numberFormats = new Set(['int32', 'int64', 'uint32', 'uint64', 'long', 'float', 'double', 'decimal']);

/** Whether a number certainly is not a date: one of a few values, an age, or a number of something. */
function isOtherNumber({ schema, description = schema.keyword('description') }: DateSubject): boolean {
  const format = schema.keyword('format');
  if (schema.keyword('enum') !== undefined || Object.keys(schema.value).some(isEnumExtension)) return true;
  if (typeof format === 'string' && !numberFormats.has(format) && !isForeignDateFormat(format)) return true;
  if (typeof description !== 'string' || epoch.test(description)) return false;
  return countings.some((counting) => counting.test(description));
}

/** `x-ms-enum`, `x-enum-reference` */
function isEnumExtension(key: string): boolean {
  return /^x-.*enum/i.test(key);
}

function checkNumber(subject: DateSubject): DateProblem | undefined {
  const { label, schema, examples } = subject;
  if (isOtherNumber(subject)) return undefined;
  const numbers = [...examplesOf(schema), ...examples, schema.keyword('maximum') ?? null];
  if (numbers.some((number) => typeof number === 'number' && number < minNumberOfDate)) return undefined;
  return {
    message: `${label} is a number instead of an RFC 3339 date or time.`,
    help: 'Declare `type: string` and `format: date-time`, and send values such as `2026-03-01T09:30:00Z`.',
  };
}

function checkText(subject: DateSubject): DateProblem | undefined {
  const { label, schema, examples } = subject;
  const format = schema.keyword('format');
  if (typeof format === 'string' && !emptyFormat.test(format)) return checkFormat(subject, format);
  const evidence = findDateEvidence([...examplesOf(schema), ...examples]);
  const isListed = ['enum', 'const'].some((key) => schema.keyword(key) !== undefined);
  const allowed = allowedBy(schema);
  if (isListed || allowed === 'none' || evidence.has('none') || saysDuration(subject)) return undefined;
  if (allowed === 'other') return describePattern(subject);
  const meant = formatFor(subject, allowed === 'any' ? evidence : new Set([allowed]));
  const fix = meant && subject.mayFix() ? fixFor(subject, meant) : undefined;
  return {
    message: `${label} has no \`format\` of a date or time.`,
    help: adviseOnText(subject, meant, evidence),
    ...(fix && { fix }),
  };
}

function adviseOnText(subject: DateSubject, meant: string | undefined, evidence: Evidence): string {
  const { kind, schema } = subject;
  const verb = schema.keyword('format') === undefined ? 'Add' : 'Write';
  if (meant !== undefined) return `${verb} \`format: ${meant}\`.`;
  const isForeign = evidence.has('other') || matches(textOf(subject), foreignForm);
  const sent = isForeign ? ', and send values such as `2026-03-01T09:30:00Z`' : '';
  return `${verb} \`format: date-time\`${otherForms[kind]}${sent}.`;
}

/** What describes it: of a parameter that is next to the schema. */
function textOf({ description, schema }: DateSubject): Json | undefined {
  return description ?? schema.keyword('description');
}

function matches(text: Json | undefined, trait: RegExp): boolean {
  return typeof text === 'string' && trait.test(text);
}

/** A start time may be the time that the start takes: `The estimated length of time`. */
const duration = /^\s*((the|an?) )?(\w+ )?(length of time|amount of time|duration)\b(?! (start|end|begin))/i;

function saysDuration(subject: DateSubject): boolean {
  return matches(textOf(subject), duration);
}

function allowedBy(schema: SchemaNode): ReturnType<typeof readDatePattern> {
  const pattern = schema.keyword('pattern');
  return typeof pattern === 'string' ? readDatePattern(pattern) : 'any';
}

function describePattern({ label }: DateSubject): DateProblem {
  return {
    message: `${label} has a pattern that RFC 3339 dates and times do not match.`,
    help: 'Replace the pattern by `format: date` or `format: date-time`, and send values such as `2026-03-01`.',
  };
}

function checkFormat({ label }: DateSubject, format: string): DateProblem | undefined {
  if (!isForeignDateFormat(format)) return undefined;
  return {
    message: `${label} has the format \`${format}\`, which RFC 3339 does not define.`,
    help: adviseOnForeignFormat(format),
  };
}

type Evidence = ReadonlySet<DateEvidence>;

/** The intended format: the one of all examples, or else the one of the name. */
function formatFor(subject: DateSubject, evidence: Evidence): string | undefined {
  const [first, ...others] = evidence;
  // Tools replace the dates of examples by date-times.
  if (saysDate(subject) && evidence.has('date-time')) return undefined;
  if (first !== undefined) return others.length === 0 && first !== 'other' ? first : undefined;
  if (saysDate(subject)) return 'date';
  return subject.kind === 'moment' && !saysOtherForm(subject) ? 'date-time' : undefined;
}

/** `Date (yyyy-MM-dd)`, without a time after it. */
function saysDate(subject: DateSubject): boolean {
  return matches(textOf(subject), /\byyyy-mm-dd\b(?![\sT'`"]*hh)/i);
}

function saysOtherForm(subject: DateSubject): boolean {
  const length = subject.schema.keyword('maxLength');
  if (typeof length === 'number' && length < minDateTimeLength) return true;
  return matches(textOf(subject), foreignForm);
}

/** A time without a date may as well be a duration, so a person has to decide. */
function fixFor({ schema, isOwn }: DateSubject, format: string): Fix<string> | undefined {
  const { type, format: given } = schema.value;
  if (!isOwn || format === 'time' || type === undefined || given !== undefined) return undefined;
  return {
    title: `Add \`format: ${format}\``,
    steps: [{ type: 'add-member', at: schema.pointer, key: 'format', value: format }],
  };
}

function examplesOf(schema: SchemaNode): readonly Json[] {
  return [...schema.examples.map(({ value }) => value), schema.keyword('default') ?? null];
}
