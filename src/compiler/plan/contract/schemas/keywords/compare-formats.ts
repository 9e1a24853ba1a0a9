import { isOfTexts, knownFormats } from '#openapi/schema/formats.ts';
import { describeTransition } from '../../../wording/describe-value.ts';
import { changesFormatOfContent } from './compare-representations.ts';
import type { FlatSchema } from '../flat-schema.ts';
import { sharedTypes } from '../schema-types.ts';
import type { SchemaFacts } from '../schema-fact.ts';

/** Formats whose values all fit a wider format. */
const widerFormats: Readonly<Record<string, string>> = {
  int32: 'int64',
  float: 'double',
  uri: 'uri-reference',
};

export function compareFormats(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  if (changesFormatOfContent(base, head)) return;
  const shared = sharedTypes(base.types, head.types);
  if (!shared.has('string') && !shared.has('integer')) return documentFormats(facts, base, head);
  const applies = (format: string) => shared.has('string') || !isOfTexts(format);
  const removed = tighteningFormats(base, head).filter(applies);
  const added = tighteningFormats(head, base).filter(applies);
  if (removed.length + added.length === 0)
    return shared.has('string') ? undefined : documentFormats(facts, base, head);
  const detail = describeFormats(base, head);
  // Readers take types from all formats; of a request only those matter that the gateway checks.
  const matters = (format: string) => facts.direction === 'response' || isCheckedOf(format, shared);
  const [lost, asked] = [
    removed.filter(matters),
    added.filter((format) => matters(format) && !isKept(format, facts, base)),
  ];
  if (asked.length > 0) facts.report(lost.length > 0 ? 'format-changed' : 'format-narrowed', detail);
  else if (lost.length > 0 || added.length === 0) facts.report('format-widened', detail);
  else facts.reportAs('documentation-changed', detail);
}

/** Whether the gateway checks a format of values of some types. */
function isCheckedOf(format: string, types: FlatSchema['types']): boolean {
  return Object.hasOwn(knownFormats, format) && types.has(isOfTexts(format) ? 'string' : 'integer');
}

/** The numbers of formats of integers. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

/** Whether all integers that callers send have a format anyway, by their limits. */
function isKept(format: string, { direction }: SchemaFacts, { types, limits }: FlatSchema): boolean {
  const [least, most] = ranges[format] ?? [];
  if (direction === 'response' || least === undefined || most === undefined || types.has('number'))
    return false;
  const [minimum, maximum] = [limits.get('minimum')?.value, limits.get('maximum')?.value];
  return minimum !== undefined && minimum >= least && maximum !== undefined && maximum <= most;
}

/** Of values that are compared one by one, or are neither texts nor numbers, formats only say what they are. */
export function documentFormats(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const { before, after, ...detail } = describeFormats(base, head);
  if (before !== after) facts.reportAs('documentation-changed', { before, after, ...detail });
}

function describeFormats(base: FlatSchema, head: FlatSchema) {
  const [before, after] = [base, head].map(({ formats }) => [...formats].toSorted().join(', ') || undefined);
  const keyword = 'format';
  return { before, after, part: keyword, what: describeTransition(before, after), keyword };
}

/** The formats of one schema that may refuse values which have the formats of another schema. */
function tighteningFormats({ formats }: FlatSchema, { formats: others }: FlatSchema): readonly string[] {
  const known = new Set([...others].flatMap((format) => [format, widerFormats[format] ?? format]));
  return [...formats].filter((format) => !known.has(format));
}
