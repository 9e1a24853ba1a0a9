import type { Json, JsonObject } from '#compiled/json.ts';
import { anything, compilePattern } from '#openapi/schema/compile-pattern.ts';
import { isOfTexts, knownFormats, maxLengthOf, minLengthOf } from '#openapi/schema/formats.ts';
import { asCode } from '#compiled/names/code-in-text.ts';
import { describeTransition } from '../../wording/describe-value.ts';
import type { FlatSchema, SchemaLimit, TextFacts } from './facts/flat-schema.ts';
import type { SchemaFacts } from './facts/schema-fact.ts';
import { sharedTypes } from './facts/schema-types.ts';
import { isOfAssumedFormat, matchesAssumed, matchesPattern } from './facts/text-tests.ts';
import type { KeywordComparison, Limits } from './facts/schema-meaning.ts';
import type { FactsByThemselves, KeywordFamily } from './keyword-family.ts';
import { compareLimits, isWithinRange, lowerLimit, upperLimit, tightestLimits } from './limits.ts';
import { changesFormatOfContent, formatOf, isEncodedFormat } from './representation.ts';

const empty: ReadonlySet<string> = new Set();
const none: TextFacts = { patterns: empty, formats: empty };

/** `pattern` and `format`. */
export const texts = {
  name: 'texts',
  none,
  read: ({ value: { pattern, format } }) => readTexts(pattern, format),
  merge: (one, other) => ({
    patterns: new Set([...one.patterns, ...other.patterns]),
    formats: new Set([...one.formats, ...other.formats]),
  }),
  onlyFor: (types, { texts: all }) => (types.has('string') ? all : { ...all, patterns: empty }),
  allows(value, { texts: { patterns, formats } }, assumed) {
    if (typeof value === 'string')
      for (const pattern of patterns) if (!matchesAssumed(pattern, value, assumed)) return false;
    for (const format of formats) if (!isOfAssumedFormat(format, value, assumed)) return false;
    return true;
  },
  areDisjoint: (type, a, b) => type === 'string' && haveNoTextInCommon(a, b),
  withoutImplied: withoutIdleLength,
  withImplied: withLengths,
  report(comparison) {
    reportFormats(comparison);
    reportPatterns(comparison);
  },
  addBorders(borders, schema) {
    const format = formatOf(schema);
    if (format !== undefined) borders.formats.add(format);
    for (const limit of limitsOfFormats.get(format ?? '') ?? []) borders.numbers.add(limit);
    if (typeof schema['pattern'] === 'string') borders.patterns.add(schema['pattern']);
  },
} satisfies KeywordFamily<TextFacts>;

/** The pattern and format of a schema for property names. All formats count, since names are always strings. */
export function textsOfName({ pattern, format }: JsonObject): TextFacts {
  const textIn = (value: Json | undefined) => new Set(typeof value === 'string' ? [value] : []);
  return { patterns: textIn(pattern), formats: textIn(format) };
}

/** Whether a text matches all patterns. */
export function matchesAll({ texts: { patterns } }: FlatSchema, text: string): boolean {
  return [...patterns].every((pattern) => matchesPattern(pattern, text));
}

/** Whether a schema's patterns may refuse strings that match `others`. */
export function hasTighterPatterns(
  { texts: { patterns } }: FlatSchema,
  others: ReadonlySet<string>,
): boolean {
  return tighteningPatterns(patterns, others).length > 0;
}

export function hasFormat(format: string, { texts: { formats } }: FlatSchema): boolean {
  return formats.has(format);
}

/** Whether a schema has a format that is not an encoding. */
export function hasFormats({ texts: { formats } }: FlatSchema): boolean {
  return formats.size > 0;
}

/** The smallest and the largest number that the gateway accepts for a format, which count as borders of its values. */
const limitsOfFormats: ReadonlyMap<string, readonly number[]> = new Map([
  ['int32', [-(2 ** 31), 2 ** 31 - 1]],
]);

/** Reads `pattern` and `format`; formats that mean an encoding belong to the representation. */
function readTexts(pattern: Json | undefined, format: Json | undefined): TextFacts {
  const isPlain = typeof format === 'string' && !isEncodedFormat(format);
  if (typeof pattern !== 'string' && !isPlain) return none;
  return {
    patterns: typeof pattern === 'string' ? new Set([pattern]) : empty,
    formats: isPlain ? new Set([format]) : empty,
  };
}

/** Whether no string has a length that fits all the schemas. */
export function haveNoTextInCommon(...schemas: readonly LengthFacts[]): boolean {
  return Math.min(...schemas.map(longest)) < Math.max(...schemas.map(shortest));
}

type LengthFacts = Pick<FactsByThemselves, 'limits' | 'texts'>;

/** Whether a pattern of the schema allows only the empty string. */
export function allowsOnlyEmpty({ texts: { patterns } }: Pick<FlatSchema, 'texts'>): boolean {
  return patterns.has('^$');
}

function longest(schema: LengthFacts): number {
  return allowsOnlyEmpty(schema) ? 0 : upperLimit('maxLength', schema);
}

function shortest(schema: LengthFacts): number {
  return Math.max(lowerLimit('minLength', schema), ...[...schema.texts.formats].map(minLengthOf));
}

/** Drops limits of lengths that patterns or formats already imply, since these are compared separately. */
function withoutIdleLength(limits: Limits, schema: FlatSchema): Limits {
  const needed = withoutKnownLengths(limits, schema.texts.formats);
  const isShortIdle = needed.get('minLength')?.value === 1 && refusesEmpty(schema);
  const isLongIdle = needed.has('maxLength') && allowsOnlyEmpty(schema);
  if (!isShortIdle && !isLongIdle) return needed;
  const idle = new Set([...(isShortIdle ? ['minLength'] : []), ...(isLongIdle ? ['maxLength'] : [])]);
  return new Map([...needed].filter(([keyword]) => !idle.has(keyword)));
}

function refusesEmpty({ texts: { patterns } }: FlatSchema): boolean {
  return [...patterns].some((pattern) => !matchesPattern(pattern, ''));
}

/** The sender's limits and the lengths that its patterns and formats imply, as far as the receiver limits lengths. */
function withLengths(limits: Limits, schema: FlatSchema, receiver: Limits): Limits {
  return withFormats(withLength(limits, schema, receiver), schema, receiver);
}

/** Adds the lengths that formats imply, as far as the receiver limits lengths. */
function withFormats(limits: Limits, { texts: { formats } }: FlatSchema, receiver: Limits): Limits {
  if (formats.size === 0) return limits;
  const ofFormats = new Map([...lengthsOf(formats)].filter(([keyword]) => receiver.has(keyword)));
  return tightestLimits(withoutKnownLengths(limits, formats), ofFormats);
}

/** Drops the limits that every text of the formats meets. */
function withoutKnownLengths(limits: Limits, formats: ReadonlySet<string>): Limits {
  const known = lengthsOf(formats);
  return new Map(
    [...limits].filter(([keyword, limit]) => {
      const length = known.get(keyword);
      return !length || compareLimits(keyword, length, limit) === 'tighter';
    }),
  );
}

/** The limits of the lengths of texts of some formats. */
function lengthsOf(formats: ReadonlySet<string>): Limits {
  const least = Math.max(0, ...[...formats].map(minLengthOf));
  const most = Math.min(Infinity, ...[...formats].map(maxLengthOf));
  return new Map<string, SchemaLimit>([
    ...(least > 0 ? [['minLength', { value: least, exclusive: false }] as const] : []),
    ...(most < Infinity ? [['maxLength', { value: most, exclusive: false }] as const] : []),
  ]);
}

/** Adds the lengths that patterns imply, as far as the receiver limits lengths. */
function withLength(limits: Limits, schema: FlatSchema, receiver: Limits): Limits {
  const isEmpty = receiver.has('maxLength') && allowsOnlyEmpty(schema);
  const bounded = isEmpty ? new Map([...limits, ['maxLength', { value: 0, exclusive: false }]]) : limits;
  if (!receiver.has('minLength')) return isEmpty ? bounded : withoutIdleLength(limits, schema);
  if (limits.has('minLength') || !refusesEmpty(schema)) return bounded;
  return new Map([...bounded, ['minLength', { value: 1, exclusive: false }]]);
}

/** Formats whose values all fit a wider format, with that wider format. */
const widerFormats: Readonly<Record<string, string>> = {
  int32: 'int64',
  float: 'double',
  uri: 'uri-reference',
};

function reportFormats({ facts, base, head }: KeywordComparison): void {
  if (changesFormatOfContent(base, head)) return;
  const shared = sharedTypes(base.types, head.types);
  if (!shared.has('string') && !shared.has('integer')) return documentFormats(facts, base, head);
  const applies = (format: string) => shared.has('string') || !isOfTexts(format);
  const removed = tighteningFormats(base, head).filter(applies);
  const added = tighteningFormats(head, base).filter(applies);
  if (removed.length + added.length === 0)
    return shared.has('string') ? undefined : documentFormats(facts, base, head);
  const detail = describeFormats(base, head);
  // Clients derive types from every format in a response; in a request, only formats that the gateway checks matter.
  const matters = (format: string) => facts.direction === 'response' || isCheckedOf(format, shared);
  const [lost, gained] = [
    removed.filter(matters),
    added.filter((format) => matters(format) && !hasFormatAnyway(format, facts, base)),
  ];
  if (gained.length > 0) facts.report(lost.length > 0 ? 'format-changed' : 'format-narrowed', detail);
  else if (lost.length > 0 || added.length === 0) facts.report('format-widened', detail);
  else facts.reportAs('documentation-changed', detail);
}

/** Whether the gateway checks a format of values of some types. */
function isCheckedOf(format: string, types: FlatSchema['types']): boolean {
  return Object.hasOwn(knownFormats, format) && types.has(isOfTexts(format) ? 'string' : 'integer');
}

/** The ranges of the integer formats. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

/** Whether the limits in base already restrict the integers in requests to the range of a format. */
function hasFormatAnyway(format: string, { direction }: SchemaFacts, base: FlatSchema): boolean {
  const range = ranges[format];
  if (direction === 'response' || !range || base.types.has('number')) return false;
  return isWithinRange(base, range);
}

/**
 * Reports changed formats as documentation: for values that are compared one by one, or that are neither strings nor
 * integers.
 */
export function documentFormats(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const { before, after, ...detail } = describeFormats(base, head);
  if (before !== after) facts.reportAs('documentation-changed', { before, after, ...detail });
}

function describeFormats(base: FlatSchema, head: FlatSchema) {
  const [before, after] = [base, head].map(
    ({ texts: { formats } }) => [...formats].toSorted().join(', ') || undefined,
  );
  const keyword = 'format';
  return { before, after, part: keyword, what: describeTransition(before, after), keyword };
}

/** The formats of the first schema that may refuse values with the formats of the second one. */
function tighteningFormats(
  { texts: { formats } }: FlatSchema,
  { texts: { formats: others } }: FlatSchema,
): readonly string[] {
  const known = new Set([...others].flatMap((format) => [format, widerFormats[format] ?? format]));
  return [...formats].filter((format) => !known.has(format));
}

function reportPatterns({ facts, base, head }: KeywordComparison): void {
  const removed = tighteningPatterns(base.texts.patterns, head.texts.patterns);
  const added = tighteningPatterns(head.texts.patterns, base.texts.patterns);
  const [before, after] = [removed.join(' '), added.join(' ')];
  const [was, is] = [removed, added].map((patterns) => patterns.map(asCode).join(' '));
  const keyword = 'pattern';
  if (removed.length > 0 && added.length > 0)
    facts.report('pattern-changed', { before, after, part: keyword, what: `${was} → ${is}`, keyword });
  else if (added.length > 0)
    facts.report('pattern-added', {
      action: 'add',
      after,
      part: `pattern ${is}`,
      what: 'was added',
      keyword,
    });
  else if (removed.length > 0)
    facts.report('pattern-removed', {
      action: 'remove',
      before,
      part: `pattern ${was}`,
      what: 'was removed',
      keyword,
    });
}

/** The patterns that may refuse strings which match `others`. */
export function tighteningPatterns(
  patterns: ReadonlySet<string>,
  others: ReadonlySet<string>,
): readonly string[] {
  const isOneLine = [...others].some(allowsOneLine);
  const isIdle = (pattern: string) =>
    others.has(pattern) || allowsEveryText(pattern) || (isOneLine && allowsEveryLine.test(pattern));
  return [...patterns].filter((pattern) => !isIdle(pattern));
}

/** Any number of characters except line breaks, possibly in groups. */
const allowsEveryLine = /^\^\(*\.\*\)*\$$/;

const wholeText = /^\^\(*\[(?:\^|\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]\*\)*\$$/;

/**
 * Whether a pattern matches every string, for example by an empty match at one end. Invalid patterns do, since the
 * gateway ignores them.
 */
function allowsEveryText(pattern: string): boolean {
  if (wholeText.test(pattern)) return true;
  const expression = compilePattern(pattern);
  if (expression === anything) return true;
  const hasOneEnd = !(pattern.startsWith('^') && pattern.endsWith('$'));
  const rest = withoutClasses(pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''));
  return hasOneEnd && !/[\^$]|\\[bB]|\(\?<?[=!]/.test(rest) && expression.test('');
}

function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/\\[^bB]|\[(?:\\.|[^\]\\])*\]/g, 'x');
}

/** Whether a pattern certainly matches only strings without line breaks. */
function allowsOneLine(pattern: string): boolean {
  const isWhole = /^\^.*(?<!\\)\$$/.test(pattern) && compilePattern(pattern) !== anything;
  const plain = pattern.slice(1, -1).replaceAll(/\\[dw.+*?()[\]{}|^$/\\-]/g, 'x');
  return isWhole && !/\\|\[\^|\||[\^$]|\(\?/.test(plain);
}
