import { isJsonObject, valueAt, type Json } from '#compiled/json.ts';
import { describeDemand, nameTypes } from '#openapi/schema/describe-demand.ts';
import { splitPointer } from '#source/place.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { findExclusiveFields } from './exclusive-fields.ts';
import type { StructuralError } from '../../validators/fits-openapi.ts';

/** The parts of a message about an invalid value: what OpenAPI allows, and advice. */
export interface ExplainedValue {
  /** The end of a sentence about the value. */
  readonly demand: string;
  readonly help: string;
}

/** The maximum length of an invalid value in a message. */
const maxShown = 30;

/** Explains why OpenAPI does not allow a value of a document: what it allows, and what the value is. */
export function explainValue(error: StructuralError, document: Json): ExplainedValue {
  const { instancePath, keyword, params, message } = error;
  const path = splitPointer(instancePath);
  const value = valueAt(document, path) ?? null;
  if (keyword === 'type') {
    const types = [params['type']].flat() as readonly string[];
    const help = adviseOnFlag(path, value, document) ?? adviseOnKeyword(path.at(-1), types, value);
    const explained = explainTypes(types, value);
    return { ...explained, ...(help !== undefined && { help }) };
  }
  if (keyword === 'enum') return explainChoice(params['allowedValues'] as readonly Json[], value);
  if (keyword === 'const') return explainChoice([params['allowedValue'] as Json], value);
  const fields = findExclusiveFields(error, value);
  if (fields)
    return { demand: `has both \`${fields[0]}\` and \`${fields[1]}\``, help: 'Keep one of the two.' };
  if (Array.isArray(value) && path.at(-1) === 'parameters' && Object.hasOwn(queryStrings, keyword)) {
    const ofQuery = queryStrings[keyword];
    if (ofQuery) return ofQuery;
  }
  if (keyword === 'false schema' && path.at(-2) === 'xml') {
    return { demand: 'cannot be combined with `nodeType`', help: 'Remove it; `nodeType` replaces it.' };
  }
  const found = Object.hasOwn(bounds, keyword) ? bounds[keyword]?.(params) : undefined;
  const demand = describeDemand(error) ?? message ?? 'is not allowed by OpenAPI here';
  return found ?? { demand, help: seeSpecification };
}

/** By keyword: the rules of OpenAPI 3.2 for parameters that are the whole query. */
const queryStrings: Readonly<Record<string, ExplainedValue>> = {
  contains: {
    demand: 'has more than one `querystring` parameter',
    help: 'Keep one, which describes the whole query.',
  },
  not: {
    demand: 'has `query` parameters next to one that is the whole `querystring`',
    help: 'Describe the query by one of the two kinds.',
  },
};

const seeSpecification = 'See the OpenAPI Specification for the allowed values.';

type Bound = (params: StructuralError['params']) => ExplainedValue;

const notEmpty: Bound = ({ limit }) =>
  limit === 1
    ? { demand: 'is empty', help: 'Add at least one member, or remove it.' }
    : { demand: `must have at least ${String(limit)} members`, help: 'Add the others.' };

/** Explanations by keyword; for all other keywords, the message of ajv also names their values. */
const bounds: Readonly<Record<string, Bound>> = {
  maxProperties: ({ limit }) => ({
    demand: `must have at most ${String(limit)} member${limit === 1 ? '' : 's'}`,
    help: 'Remove the others.',
  }),
  minItems: notEmpty,
  minProperties: notEmpty,
  minLength: notEmpty,
  uniqueItems: () => ({ demand: 'contains an item twice', help: 'Remove one of the two.' }),
  minimum: ({ limit }) => ({
    demand: `must be at least ${String(limit)}`,
    help: `Write ${String(limit)} or more.`,
  }),
  exclusiveMinimum: ({ limit }) => ({
    demand: `must be more than ${String(limit)}`,
    help: `Write a number above ${String(limit)}.`,
  }),
  'false schema': () => ({ demand: 'is not allowed here', help: 'Remove it.' }),
  pattern: ({ pattern }) => ({
    demand: `does not match \`${String(pattern)}\``,
    help: 'Change it to match this regular expression.',
  }),
};

/** The JSON type of a value as messages name it. */
function nameTypeOf(value: Json): string {
  if (value === null) return 'null';
  return nameTypes(Array.isArray(value) ? 'array' : typeof value);
}

function explainTypes(types: readonly string[], value: Json): ExplainedValue {
  const allowed = nameTypes(types);
  const isNumber = typeof value === 'number' && types.includes('integer');
  const found = isNumber ? String(value) : nameTypeOf(value);
  const isQuotable = types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  return {
    demand: `must be ${allowed}, not ${found}`,
    help: isQuotable ? 'Write it in quotes.' : `Write ${allowed}.`,
  };
}

const limitOf: Readonly<Record<string, string>> = {
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
};

/**
 * The advice on an exclusive limit that is a boolean: up to OpenAPI 3.0 it is a flag next to the limit, from 3.1 on the
 * limit itself.
 */
function adviseOnFlag(path: readonly string[], value: Json, document: Json): string | undefined {
  const name = path.at(-1) ?? '';
  const inclusive = Object.hasOwn(limitOf, name) ? limitOf[name] : undefined;
  if (inclusive === undefined || typeof value !== 'boolean') return undefined;
  const limit = valueAt(document, [...path.slice(0, -1), inclusive]);
  if (!value || typeof limit !== 'number') return 'Remove it, since it has no effect.';
  return `Write \`${name}: ${limit}\` in place of \`${inclusive}: ${limit}\`.`;
}

/** The advice on keywords that are often given a value of a certain wrong type. */
function adviseOnKeyword(
  name: string | undefined,
  types: readonly string[],
  value: Json,
): string | undefined {
  if (name === 'pattern') return 'Write a regular expression as a string, or remove it.';
  if (!isJsonObject(value)) return undefined;
  const mayBeArray = types.includes('array');
  if (name === 'examples' && mayBeArray) return 'Write an array of the values, without their names.';
  if (name !== 'type' || Object.keys(value).length === 0) return undefined;
  return `Move it to \`properties\` if it describes a member called \`type\`. Otherwise write a string${mayBeArray ? ' or an array' : ''}.`;
}

function explainChoice(allowed: readonly Json[], value: Json): ExplainedValue {
  const names = allowed.map(show);
  const demand = `must be ${names.length === 1 ? '' : 'one of '}${names.join(', ')}`;
  const found = isJsonObject(value) || Array.isArray(value) ? nameTypeOf(value) : show(value);
  const help = `Write ${names.length === 1 ? '' : 'one of '}${names.join(', ')}.`;
  const texts = allowed.filter((one) => typeof one === 'string');
  return {
    demand: found.length > maxShown ? demand : `${demand}, not ${found}`,
    help: typeof value === 'string' ? suggestName(value, texts, help) : help,
  };
}

function show(value: Json): string {
  return typeof value === 'string' ? `\`${value}\`` : JSON.stringify(value);
}
