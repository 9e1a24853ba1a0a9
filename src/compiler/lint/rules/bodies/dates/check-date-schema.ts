import type { Fix } from '#diagnostic/fix.ts';
import type { Json } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { adviseOnNumber, adviseOnText } from './advise-on-date.ts';
import { readDatePattern, type DatePattern } from './date-pattern.ts';
import type { DateSubject } from './date-subject.ts';
import {
  saysCounting,
  saysDate,
  saysEpoch,
  saysEpochOf,
  saysForeignForm,
  saysOtherText,
} from './date-texts.ts';
import { adviseOnForeignFormat, isForeignDateFormat } from './foreign-formats.ts';
import { type DateEvidence, findDateEvidence } from './date-evidence.ts';

/** The error of the schema of a date or a time, and its fix. */
interface DateProblem {
  readonly message: string;
  readonly help: string;
  readonly fix?: Fix<string>;
}

/** Formats that repeat the type. */
const emptyFormat = /^(string|text)?$/i;

/** The length of the shortest date, without separators. */
const minDateLength = 8;

/** The length of the shortest date-time. */
const minDateTimeLength = 20;

/** Smaller numbers are days of a month, years or counts. */
const minNumberOfDate = 10_000;

/** Larger numbers are timestamps; a day that is written as a number, such as 20260301, is smaller. */
const maxDayNumber = 99_999_999;

/** The error in the schema of a field that is named like a date or a time; undefined if it is valid or unclear. */
export function checkDateSchema(subject: DateSubject): DateProblem | undefined {
  const { schema, kind } = subject;
  if (schema.isOnly('string')) return checkText(subject);
  const isNumber = schema.isOnly('integer') || schema.isOnly('number');
  const mayCount = kind === 'time' || kind === 'event';
  return isNumber && (!mayCount || saysEpoch(schema.value)) ? checkNumber(subject) : undefined;
}

const numberFormats = new Set(['int32', 'int64', 'uint32', 'uint64', 'long', 'float', 'double', 'decimal']);

/** Whether a number certainly is not a date but, for example, an enumerated value, an age or a count. */
function isOtherNumber(subject: DateSubject): boolean {
  const { schema } = subject;
  const format = schema.keyword('format');
  if (schema.keyword('enum') !== undefined || Object.keys(schema.value).some(isEnumExtension)) return true;
  if (typeof format === 'string' && !numberFormats.has(format) && !isForeignDateFormat(format)) return true;
  return saysCounting(subject);
}

/** Whether a key is an extension for listed values: `x-ms-enum`, `x-enum-reference`. */
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
    help: adviseOnNumber(subject, isMoment(subject, numbers)),
  };
}

/** Whether a number is a timestamp, which includes a time of day. */
function isMoment(subject: DateSubject, numbers: readonly Json[]): boolean {
  if (subject.kind !== 'date' || saysEpochOf(subject)) return true;
  return numbers.some((number) => typeof number === 'number' && number > maxDayNumber);
}

function checkText(subject: DateSubject): DateProblem | undefined {
  const { label, schema, examples } = subject;
  const format = schema.keyword('format');
  if (typeof format === 'string' && !emptyFormat.test(format)) return checkFormat(subject, format);
  const evidence = findDateEvidence([...examplesOf(schema), ...examples]);
  const isListed = ['enum', 'const'].some((key) => schema.keyword(key) !== undefined);
  const allowed = allowedBy(schema);
  if (isListed || allowed === 'none' || evidence.has('none') || saysOtherText(subject)) return undefined;
  if (allowed.startsWith('other')) return describePattern(subject, allowed);
  const isOpen = allowed !== 'date' && allowed !== 'date-time';
  const meant = formatFor(subject, isOpen ? evidence : new Set([allowed]));
  const fix = meant && subject.mayFix() ? fixFor(subject, meant) : undefined;
  return {
    message: `${label} has no \`format\` of a date or time.`,
    help: adviseOnText(subject, meant, evidence),
    ...(fix && { fix }),
  };
}

/** The dates that the pattern and the length limits of a string allow. */
function allowedBy(schema: SchemaNode): DatePattern {
  const [pattern, shortest, longest] = ['pattern', 'minLength', 'maxLength'].map((key) =>
    schema.keyword(key),
  );
  if (typeof longest === 'number' && longest < minDateLength) return 'none';
  if (typeof pattern !== 'string') return 'any';
  return readDatePattern(pattern, {
    ...(typeof shortest === 'number' && { shortest }),
    ...(typeof longest === 'number' && { longest }),
  });
}

function describePattern({ label }: DateSubject, allowed: DatePattern): DateProblem {
  const [formats, sample] =
    allowed === 'other-date'
      ? ['`format: date`', '`2026-03-01`']
      : allowed === 'other-date-time'
        ? ['`format: date-time`', '`2026-03-01T09:30:00Z`']
        : ['`format: date` or `format: date-time`', '`2026-03-01` or `2026-03-01T09:30:00Z`'];
  return {
    message: `${label} has a pattern that RFC 3339 dates and times do not match.`,
    help: `Replace the pattern by ${formats}, and send values such as ${sample}.`,
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

/**
 * The intended format: that of all examples, or without examples that of the description or the name; undefined if
 * unclear.
 */
function formatFor(subject: DateSubject, evidence: Evidence): string | undefined {
  const [first, ...others] = evidence;
  // Tools often write dates in examples as date-times, so such an example proves nothing.
  if ((saysDate(subject) || isOfBirth(subject)) && evidence.has('date-time')) return undefined;
  if (first !== undefined) return others.length === 0 && first !== 'other' ? first : undefined;
  if (saysDate(subject)) return 'date';
  return subject.kind === 'moment' && !saysOtherForm(subject) ? 'date-time' : undefined;
}

/** Whether the field is a date of birth; the label contains its name. */
function isOfBirth({ label }: DateSubject): boolean {
  return /birth|dob`/i.test(label);
}

function saysOtherForm(subject: DateSubject): boolean {
  const length = subject.schema.keyword('maxLength');
  if (typeof length === 'number' && length < minDateTimeLength) return true;
  return saysForeignForm(subject);
}

/**
 * The fix that adds a format. None for `time`: a time without a date may also be a duration, so a person has to decide.
 */
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
