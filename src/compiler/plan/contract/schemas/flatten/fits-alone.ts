import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import type { FlatSchema, SchemaLimit } from '../flat-schema.ts';
import { isOfFormat } from '#openapi/schema/formats.ts';
import { matchesPattern } from './matches-pattern.ts';
import { hasTypeOf } from '../schema-types.ts';

type ScalarKeywords = Pick<FlatSchema, 'types' | 'limits' | 'patterns' | 'nullable'> &
  Pick<Partial<FlatSchema>, 'values' | 'formats'>;

/** What is assumed of a text, whatever it is: whether it matches some patterns and has some formats. */
export interface AssumedTests {
  readonly text: string;
  readonly patterns: ReadonlyMap<string, boolean>;
  readonly formats: ReadonlyMap<string, boolean>;
}

/** Whether a value fits the keywords of a schema that do not lead to other schemas. */
export function fitsAlone(
  value: Json,
  { types, values, limits, patterns, formats, nullable }: ScalarKeywords,
  assumed?: AssumedTests,
): boolean {
  if (value === null) return nullable;
  if (!hasTypeOf(types, value) || values?.has(canonicalJson(value)) === false) return false;
  if (typeof value === 'string' && ![...patterns].every((pattern) => matches(pattern, value, assumed)))
    return false;
  if (![...(formats ?? [])].every((format) => hasFormat(format, value, assumed))) return false;
  return [...limits].every(([keyword, limit]) => isInLimit(value, keyword, limit));
}

function matches(pattern: string, text: string, assumed?: AssumedTests): boolean {
  const known = assumed?.text === text ? assumed.patterns.get(pattern) : undefined;
  return known ?? matchesPattern(pattern, text);
}

export function hasFormat(format: string, value: Json, assumed?: AssumedTests): boolean {
  const known = assumed?.text === value ? assumed.formats.get(format) : undefined;
  return known ?? isOfFormat(value, format);
}

function isInLimit(value: Json, keyword: string, { value: limit, exclusive }: SchemaLimit): boolean {
  const size = sizeFor(keyword, value);
  if (size === undefined) return true;
  if (keyword === 'multipleOf') return Math.abs(size / limit - Math.round(size / limit)) < 1e-6;
  if (size === limit) return !exclusive;
  return keyword.startsWith('max') ? size < limit : size > limit;
}

/** What a limit is compared with; undefined if it does not apply to the value. */
function sizeFor(keyword: string, value: Json): number | undefined {
  if (typeof value === 'number') return /^(minimum|maximum|multipleOf)$/.test(keyword) ? value : undefined;
  if (typeof value === 'string') return keyword.endsWith('Length') ? [...value].length : undefined;
  if (Array.isArray(value))
    return keyword.endsWith('Items') && keyword !== 'uniqueItems' ? value.length : undefined;
  if (typeof value === 'object' && value !== null)
    return keyword.endsWith('Properties') ? Object.keys(value).length : undefined;
  return undefined;
}
