import { canonicalJson } from '#compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import { describeTransition } from '../../wording/describe-value.ts';
import type { Borders } from './facts/borders.ts';
import type { FlatSchema, SchemaNode, SchemaType, ValueFacts } from './facts/flat-schema.ts';
import type { SchemaFacts } from './facts/schema-fact.ts';
import { hasTypeOf, separateTypes } from './facts/schema-types.ts';
import { showValue } from './facts/show-value.ts';
import type { KeywordComparison } from './facts/schema-meaning.ts';
import type { DisjointTest, KeywordFamily } from './keyword-family.ts';
import { fewValuesOf } from './limited-values.ts';
import { meantTypes } from './limits.ts';
import { allowsOnlyEmpty, documentFormats } from './texts.ts';

const none: ValueFacts = { listed: undefined, mayGrow: false, isFixed: false, default: undefined };

/** `enum`, `const`, `x-extensible-enum` and `default`. */
export const values = {
  name: 'values',
  none,
  read: ({ value }) => readValues(value),
  merge: (one, other) => ({
    listed: sharedValues(one.listed, other.listed),
    mayGrow: one.mayGrow || other.mayGrow,
    isFixed: one.isFixed || other.isFixed,
    default: one.default === undefined ? other.default : one.default,
  }),
  refine({ values: all }, allows) {
    if (!all.listed) return all;
    return {
      ...all,
      listed: new Map([...all.listed].filter(([, value]) => value !== null && allows(value))),
    };
  },
  allows: (value, { values: { listed } }) => !listed || listed.has(canonicalJson(value)),
  areDisjointAtOnce(a, b, test) {
    return isListed(a) || isListed(b) ? haveNoValueInCommon(a, b, test) : undefined;
  },
  reportNextToChoices: reportDefault,
  report: reportValues,
  isDecisive: ({ base, head }) => isListed(base) || isListed(head),
  addBorders(borders, schema) {
    for (const listed of [schema['const'], schema['enum'], schema['default']]) addListed(borders, listed);
  },
} satisfies KeywordFamily<ValueFacts>;

function readValues(schema: JsonObject): ValueFacts {
  const [first, other] = valueListsOf(schema).map(
    (list) => new Map(list.map((item) => [canonicalJson(item), item])),
  );
  const mayGrow = Boolean(schema['x-extensible-enum']);
  const { default: fallback } = schema;
  if (!first && !mayGrow && fallback === undefined) return none;
  return {
    listed: sharedValues(first, other),
    mayGrow,
    isFixed: first !== undefined && !mayGrow,
    default: fallback,
  };
}

/**
 * The lists of values that one schema allows, from `const` and from `enum`. An empty `enum` is ignored, as in the
 * gateway.
 */
export function valueListsOf({ enum: listed, const: only }: JsonObject): readonly (readonly Json[])[] {
  const ofEnum = Array.isArray(listed) && listed.length > 0 ? [listed] : [];
  return only === undefined ? ofEnum : [[only], ...ofEnum];
}

/** The value of `const`, or the only value of `enum`; undefined if there is no such value, or several. */
export function onlyValueOf({ parts }: SchemaNode): Json | undefined {
  const [value, ...others] = parts.flatMap(({ value: { const: only, enum: listed } }) =>
    only === undefined ? (Array.isArray(listed) ? (listed as readonly Json[]) : []) : [only],
  );
  return others.length === 0 ? value : undefined;
}

function sharedValues(one: ValueFacts['listed'], other: ValueFacts['listed']): ValueFacts['listed'] {
  if (!one || !other) return one ?? other;
  return new Map([...one].filter(([key]) => other.has(key)));
}

export function isListed({ values: { listed } }: FlatSchema): boolean {
  return listed !== undefined;
}

/** Whether callers expect further values, by every merged schema that lists values. */
function isExtensible({ values: { mayGrow, isFixed } }: FlatSchema): boolean {
  return mayGrow && !isFixed;
}

/**
 * Whether no value fits both schemas. A value that only a condition of the other schema refuses counts as common, since
 * a condition is compared with its own schema.
 */
function haveNoValueInCommon(a: FlatSchema, b: FlatSchema, test: DisjointTest): boolean {
  const [listed, other] = isListed(a) ? [a, b] : [b, a];
  return listedIn(listed).every(
    (value) => !test.fits(value, listed) || !test.fitsWithoutConditions(value, other),
  );
}

/** Whether a schema lists the value, or lists no values. */
export function allowsListed({ values: { listed } }: FlatSchema, value: Json): boolean {
  return !listed || listed.has(canonicalJson(value));
}

export function listedIn({ values: { listed } }: FlatSchema): readonly Json[] {
  return [...(listed?.values() ?? [])];
}

/** Compares schemas of which at least one lists its values: other keywords matter only for the listed values. */
function reportValues({ facts, base, head, meaning }: KeywordComparison): void {
  if (!isListed(base) && !isListed(head)) return;
  const fits = (side: 'base' | 'head', value: Json) => meaning.fits(value, facts[side].flat, facts.direction);
  const fitting = (side: 'base' | 'head', flat: FlatSchema): FlatSchema => {
    const { listed } = flat.values;
    if (!listed) return flat;
    const left = new Map([...listed].filter(([, value]) => fits(side, value)));
    return { ...flat, values: { ...flat.values, listed: left } };
  };
  const [before, after] = [fitting('base', base), fitting('head', head)];
  documentFormats(facts, base, head);
  const isRequest = facts.direction === 'request';
  const [sent, side] = isRequest ? [before, 'head' as const] : [after, 'base' as const];
  const other = side === 'head' ? head : base;
  const unfit = isListed(other) ? [] : listedIn(sent).filter((value) => !fits(side, value));
  if (unfit.length > 0) return isRequest ? reportRefused(facts, unfit) : reportUnexpected(facts, unfit);
  const isListedAnyway =
    areAllListed(base, after, (value) => fits('base', value)) ||
    areAllListed(head, before, (value) => fits('head', value));
  if (!isListedAnyway) return compareLists({ facts, meaning }, before, after);
  if (listedIn(before).some((value) => !fits('head', value))) facts.describesLess = true;
}

/** Whether a schema without a list of values allows only values that the other schema lists. */
function areAllListed(
  schema: FlatSchema,
  { values: { listed } }: FlatSchema,
  fits: (value: Json) => boolean,
) {
  const all = isListed(schema) ? undefined : fewValues(schema);
  return all?.every((value) => listed?.has(canonicalJson(value)) === true || !fits(value)) === true;
}

/**
 * All values that the types, limits and patterns of a schema allow, without null; undefined if they cannot be listed.
 */
function fewValues(schema: FlatSchema): readonly Json[] | undefined {
  const valuesOf = (type: SchemaType): readonly Json[] | undefined => {
    if (type === 'boolean') return [true, false];
    return type === 'string' && allowsOnlyEmpty(schema) ? [''] : fewValuesOf(type, schema);
  };
  const lists = separateTypes(meantTypes(schema)).map(valuesOf);
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}

/** Reports values that another keyword now refuses, as one change. */
function reportRefused(facts: SchemaFacts, refused: readonly Json[]): void {
  const what = `${refused.length > 1 ? 'are' : 'is'} no longer allowed`;
  const detail = { before: refused, part: nameValues(refused), what, keyword: 'enum' };
  facts.report('enum-value-removed', { action: 'remove', ...detail });
}

/**
 * Reports values that violate keywords which readers rely on. An additional value in a list is less severe, since
 * readers may expect further values.
 */
function reportUnexpected(facts: SchemaFacts, unexpected: readonly Json[]): void {
  const what = `${unexpected.length > 1 ? 'were' : 'was'} not allowed before`;
  const detail = { after: unexpected, part: nameValues(unexpected), what, keyword: 'enum' };
  facts.report('constraint-removed', { action: 'add', ...detail });
}

function nameValues(named: readonly Json[]): string {
  return `${named.length > 1 ? 'values' : 'value'} ${named.map(showValue).join(', ')}`;
}

type Reporting = Pick<KeywordComparison, 'facts' | 'meaning'>;

function compareLists(reporting: Reporting, base: FlatSchema, head: FlatSchema): void {
  const { facts } = reporting;
  const keywords = ['enum', 'const'];
  const keyword = keywords.find((one) => base.origins.has(one) || head.origins.has(one)) ?? 'enum';
  const [before, after] = [base.values.listed, head.values.listed];
  if (!before && !after) return;
  if (!before) return reportEnumAdded(facts, head, keyword);
  if (!after) return reportEnumLifted(facts, base, keyword);
  for (const [key, value] of before) {
    if (after.has(key)) continue;
    // The value may still be listed, but violate another keyword.
    const what = facts.head.flat.values.listed?.has(key) ? 'is no longer allowed' : 'was removed';
    const part = `value ${showValue(value)}`;
    facts.report('enum-value-removed', { action: 'remove', before: value, part, what, keyword });
  }
  for (const entry of after) if (!before.has(entry[0])) reportValueAdded(reporting, entry, base, keyword);
}

function reportValueAdded(
  { facts, meaning }: Reporting,
  [key, value]: readonly [string, Json],
  base: FlatSchema,
  keyword: string,
): void {
  const known = facts.base.flat;
  const isResponse = facts.direction === 'response';
  // Whether a value of a known type violates keywords other than the list of values.
  const isUnexpected = () =>
    isListed(known) &&
    hasTypeOf(known.types, value) &&
    !meaning.fits(value, { ...known, values: none }, 'response');
  if (isResponse && isUnexpected()) return reportUnexpected(facts, [value]);
  const what = known.values.listed?.has(key) ? 'was not allowed before' : 'was added';
  const detail = { action: 'add', after: value, part: `value ${showValue(value)}`, what, keyword } as const;
  if (isResponse && isExtensible(base)) facts.reportAs('response-extensible-enum-value-added', detail);
  else facts.report('enum-value-added', detail);
}

function reportEnumAdded(facts: SchemaFacts, head: FlatSchema, keyword: string): void {
  const after = listedIn(head);
  facts.report('enum-added', { action: 'add', after, what: `allows only ${showValue(after)}`, keyword });
}

function reportEnumLifted(facts: SchemaFacts, base: FlatSchema, keyword: string): void {
  const before = listedIn(base);
  const what = `allows values other than ${showValue(before)}`;
  const detail = { action: 'remove', before, what, keyword } as const;
  if (facts.direction === 'response' && isExtensible(base))
    facts.reportAs('response-extensible-enum-value-added', detail);
  else facts.report('enum-lifted', detail);
}

function reportDefault(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.values.default, head.values.default];
  if (sameJson(before, after)) return;
  const keyword = 'default';
  const [earlier, later] = [before, after].map((value) =>
    value === undefined ? undefined : showValue(value),
  );
  const what = describeTransition(earlier, later);
  facts.report('default-changed', { before, after, part: keyword, what, keyword });
}

function addListed(borders: Borders, value: Json | undefined): void {
  if (typeof value === 'string') borders.texts.add(value);
  else if (typeof value === 'number') borders.numbers.add(value);
  else if (typeof value === 'boolean') borders.texts.add(String(value));
  else if (Array.isArray(value)) for (const one of value as readonly Json[]) addListed(borders, one);
  else if (isJsonObject(value)) for (const one of Object.values(value)) addListed(borders, one);
}

/** The maximum number of different values of a schema, if they are listed or booleans; `Infinity` for other schemas. */
export function countOfValues({ values: { listed }, nullable, types }: FlatSchema): number {
  const isBoolean = [...types].every((type) => type === 'boolean');
  return (listed?.size ?? (isBoolean ? 2 : Infinity)) + (nullable ? 1 : 0);
}
