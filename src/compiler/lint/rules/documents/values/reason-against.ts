import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { isOfFormat, knownFormats } from '#openapi/schema/formats.ts';
import { mayMatch } from '#compiler/rule/may-match.ts';

/**
 * Why the keywords of one schema refuse a value, as the end of a sentence; undefined if they accept it. Reads only the
 * keywords about the value itself: its type, listed values, limits, pattern and format. Another rule checks the formats
 * of dates.
 */
export function reasonAgainst(value: Json, keywords: JsonObject): string | undefined {
  return (
    reasonAgainstType(value, keywords['type']) ??
    reasonAgainstListed(value, keywords) ??
    reasonAgainstLimit(value, keywords) ??
    reasonAgainstExclusive(value, keywords) ??
    reasonAgainstForm(value, keywords)
  );
}

function reasonAgainstType(value: Json, type: Json | undefined): string | undefined {
  // Fast path: most schemas have one type.
  if (type === undefined || (typeof type === 'string' && isOfType(value, type))) return undefined;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  if (types.length === 0 || types.some((one) => isOfType(value, one))) return undefined;
  return `is not of the type ${types.join(' or ')}`;
}

const primitives = new Set(['string', 'number', 'boolean']);

function isOfType(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'null') return value === null;
  // Any other type accepts all values: `file`, and unknown types, which are reported elsewhere.
  return !primitives.has(type) || typeof value === type;
}

function reasonAgainstListed(value: Json, { enum: values, const: only }: JsonObject): string | undefined {
  if (isJsonObject(value) || Array.isArray(value)) return undefined;
  if (Array.isArray(values) && !values.includes(value)) return 'is not one of the listed values';
  const isOther = only !== undefined && !isJsonObject(only) && !Array.isArray(only) && only !== value;
  return isOther ? `is not ${JSON.stringify(only)}, the only value` : undefined;
}

/** The keywords of inclusive limits, and the number that they limit. */
const limits = [
  ['minimum', 'maximum', (value: Json) => (typeof value === 'number' ? value : undefined)],
  ['minLength', 'maxLength', (value: Json) => (typeof value === 'string' ? [...value].length : undefined)],
  ['minItems', 'maxItems', (value: Json) => (Array.isArray(value) ? value.length : undefined)],
] as const;

function reasonAgainstLimit(value: Json, keywords: JsonObject): string | undefined {
  for (const [lower, upper, countOf] of limits) {
    const [least, most] = [keywords[lower], keywords[upper]];
    const count = least === undefined && most === undefined ? undefined : countOf(value);
    if (count === undefined) continue;
    if (typeof least === 'number' && count < least) return `is below \`${lower}\` (${least})`;
    if (typeof most === 'number' && count > most) return `is above \`${upper}\` (${most})`;
  }
  return undefined;
}

/** Up to OpenAPI 3.0 an exclusive limit is a flag next to the limit. */
function reasonAgainstExclusive(value: Json, keywords: JsonObject): string | undefined {
  if (typeof value !== 'number') return undefined;
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  const above = exclusiveMinimum === true ? keywords['minimum'] : exclusiveMinimum;
  const below = exclusiveMaximum === true ? keywords['maximum'] : exclusiveMaximum;
  if (typeof above === 'number' && value <= above) return `is not above ${above} (\`exclusiveMinimum\`)`;
  if (typeof below === 'number' && value >= below) return `is not below ${below} (\`exclusiveMaximum\`)`;
  // Only integers are checked, since doubles represent decimal fractions inexactly.
  const isWhole = Number.isInteger(value) && typeof multipleOf === 'number' && Number.isInteger(multipleOf);
  return isWhole && value % multipleOf !== 0 ? `is not a multiple of ${multipleOf}` : undefined;
}

const dates = new Set(['date', 'date-time', 'time']);

function reasonAgainstForm(value: Json, { pattern, format }: JsonObject): string | undefined {
  if (typeof value === 'string' && typeof pattern === 'string' && !mayMatch(value, pattern))
    return `does not match the pattern \`${pattern}\``;
  const isChecked = typeof format === 'string' && Object.hasOwn(knownFormats, format) && !dates.has(format);
  return isChecked && !isOfFormat(value, format) ? `does not have the format ${format}` : undefined;
}
