import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { Draw } from './draw.ts';
import { drawBounds, drawSchema, propertyNames, type SchemaPlace } from './draw-schema.ts';

const listKeywords = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const schemaKeywords = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contains',
];
const mapKeywords = ['properties', 'patternProperties', 'dependentSchemas'];
const applicators = new Set(['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

/** A schema with one thing in it changed. */
export function editSchema(draw: Draw, schema: Json, place: SchemaPlace): Json {
  if (!isJsonObject(schema)) return drawSchema(draw, place);
  const members = childrenOf(schema);
  const chosen = draw.below(members.length + 1);
  const child = members[chosen - 1];
  return child
    ? child.with((old) => editSchema(draw, old, placeOf(child, place)))
    : editHere(draw, schema, place);
}

interface Child {
  readonly keyword: string;
  readonly with: (change: (old: Json) => Json) => JsonObject;
}

function placeOf({ keyword }: Child, place: SchemaPlace): SchemaPlace {
  const depth = Math.max(place.depth - 1, 0);
  if (applicators.has(keyword)) return { ...place, depth };
  return { ...place, depth, mayRefer: true };
}

function childrenOf(schema: JsonObject): readonly Child[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly Child[] => {
    if (listKeywords.includes(keyword) && Array.isArray(value))
      return (value as readonly Json[]).map((_, index) => ({
        keyword,
        with: (change) => ({
          ...schema,
          [keyword]: value.map((old: Json, at) => (at === index ? change(old) : old)),
        }),
      }));
    if (mapKeywords.includes(keyword) && isJsonObject(value))
      return Object.keys(value).map((name) => ({
        keyword,
        with: (change) => ({ ...schema, [keyword]: { ...value, [name]: change(value[name] ?? {}) } }),
      }));
    if (!schemaKeywords.includes(keyword)) return [];
    return [{ keyword, with: (change) => ({ ...schema, [keyword]: change(value) }) }];
  });
}

type Edit = (draw: Draw, schema: JsonObject, place: SchemaPlace) => Json;

function editHere(draw: Draw, schema: JsonObject, place: SchemaPlace): Json {
  const fitting = edits.filter(({ fits }) => fits(schema));
  const { edit } = fitting[draw.below(fitting.length)] ?? { edit: drawAnew };
  return edit(draw, schema, place);
}

function drawAnew(draw: Draw, _: JsonObject, place: SchemaPlace): Json {
  return drawSchema(draw, place);
}

const kept = new Set(['properties']);

function dropKeyword(draw: Draw, schema: JsonObject): Json {
  const names = Object.keys(schema).filter((name) => !kept.has(name));
  const gone = names[draw.below(names.length)];
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== gone));
}

function changeNumbers(draw: Draw, schema: JsonObject): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'const' ? draw.oneOf(1, 2, 3) : value,
    ]),
  );
}

function changeNull(_: Draw, schema: JsonObject, { is31 }: SchemaPlace): Json {
  const { type, nullable, ...rest } = schema;
  if (!is31) return nullable === true ? { type: type ?? 'string', ...rest } : { ...schema, nullable: true };
  const listed = (Array.isArray(type) ? type : [type ?? []].flat()) as readonly Json[];
  const types = listed.filter((one) => one !== 'null');
  const hadNull = listed.includes('null');
  return { ...rest, type: hadNull && types.length > 0 ? types : [...types, 'null'] };
}

function changeProperties(draw: Draw, schema: JsonObject, place: SchemaPlace): Json {
  const properties = schema['properties'] as JsonObject;
  const name = draw.oneOf(...propertyNames);
  const { [name]: old, ...others } = properties;
  const now = {
    ...others,
    ...(old === undefined && {
      [name]: drawSchema(draw, { ...place, depth: Math.max(place.depth - 1, 0), mayRefer: true }),
    }),
  };
  return { ...schema, properties: now };
}

const branchKeywords = new Set(['then', 'else', 'dependentSchemas']);

function branchesOf(schema: JsonObject): readonly Child[] {
  return childrenOf(schema).filter(({ keyword }) => branchKeywords.has(keyword));
}

/** Describes a property for all objects, or for none, that a branch of a condition describes. */
function describeElsewhere(draw: Draw, schema: JsonObject): Json {
  let moved: JsonObject = {};
  const left = branchesOf(schema)[0]?.with((branch) => {
    if (!isJsonObject(branch) || !isJsonObject(branch['properties'])) return branch;
    const named = Object.entries(branch['properties']);
    const at = draw.below(Math.max(named.length, 1));
    moved = Object.fromEntries(named.slice(at, at + 1));
    return { ...branch, properties: Object.fromEntries(named.toSpliced(at, 1)) };
  });
  const own = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return { ...schema, ...left, ...(draw.once(2) && { properties: { ...own, ...moved } }) };
}

function changeRequired(draw: Draw, schema: JsonObject): Json {
  return { ...schema, required: draw.some(propertyNames) };
}

function changeValues(draw: Draw, schema: JsonObject): Json {
  const list = schema['enum'] as readonly Json[];
  const values = draw.once(2) ? [...list, 'abc'] : list.slice(1);
  return { ...schema, enum: values.length > 0 ? values : ['b'] };
}

function changeChoice(draw: Draw, schema: JsonObject, place: SchemaPlace): Json {
  const keyword = 'anyOf' in schema ? 'anyOf' : 'oneOf';
  const list = schema[keyword] as readonly Json[];
  const others = list.filter((_, index) => index !== 0);
  const more = [drawSchema(draw, { ...place, depth: Math.max(place.depth - 1, 0) }), ...list];
  return { ...schema, [keyword]: draw.once(2) && others.length > 0 ? others : more };
}

function offerAlternative(draw: Draw, schema: JsonObject, place: SchemaPlace): Json {
  return { [draw.oneOf('anyOf', 'oneOf')]: [schema, drawSchema(draw, { ...place, depth: 0 })] };
}

function changeKeywordOfChoice(_: Draw, { anyOf, oneOf, ...others }: JsonObject): Json {
  return { ...others, ...(anyOf !== undefined ? { oneOf: anyOf } : { anyOf: oneOf ?? [{}] }) };
}

function closeOrOpen(draw: Draw, schema: JsonObject, { is31 }: SchemaPlace): Json {
  const keyword = is31 && draw.once(3) ? 'unevaluatedProperties' : 'additionalProperties';
  const { [keyword]: rest, ...open } = schema;
  return rest === false ? open : { ...schema, [keyword]: false };
}

function closeOrOpenList(_: Draw, schema: JsonObject, { is31 }: SchemaPlace): Json {
  const { unevaluatedItems: rest, ...open } = schema;
  return rest === undefined && is31 ? { ...open, unevaluatedItems: false } : open;
}

function hideOrShow(draw: Draw, { readOnly, writeOnly, ...schema }: JsonObject): Json {
  if (readOnly !== undefined || writeOnly !== undefined) return schema;
  return { ...schema, [draw.oneOf('readOnly', 'writeOnly')]: true };
}

function document(_: Draw, schema: JsonObject): Json {
  return { ...schema, description: 'Changed.' };
}

const edits: readonly { readonly fits: (schema: JsonObject) => boolean; readonly edit: Edit }[] = [
  { fits: (schema) => Object.keys(schema).some((name) => !kept.has(name)), edit: dropKeyword },
  { fits: (schema) => Object.values(schema).some((value) => typeof value === 'number'), edit: changeNumbers },
  { fits: ({ type, enum: values }) => type !== undefined && !values, edit: changeNull },
  { fits: ({ properties }) => isJsonObject(properties), edit: changeProperties },
  { fits: ({ properties }) => isJsonObject(properties), edit: changeRequired },
  { fits: (schema) => branchesOf(schema).length > 0, edit: describeElsewhere },
  { fits: ({ enum: values }) => Array.isArray(values), edit: changeValues },
  { fits: ({ anyOf, oneOf }) => Array.isArray(anyOf ?? oneOf), edit: changeChoice },
  {
    fits: ({ type }) => type === 'integer' || type === 'number',
    edit: (draw, { type }, place) => ({ type: type ?? 'number', ...drawBounds(draw, place) }),
  },
  { fits: ({ anyOf, oneOf }) => Array.isArray(anyOf) !== Array.isArray(oneOf), edit: changeKeywordOfChoice },
  { fits: ({ properties }) => isJsonObject(properties), edit: closeOrOpen },
  {
    fits: ({ type, items, prefixItems }) => type === 'array' && !(items && !prefixItems),
    edit: closeOrOpenList,
  },
  { fits: (schema) => !('$ref' in schema), edit: hideOrShow },
  { fits: (schema) => !('$ref' in schema), edit: document },
  { fits: () => true, edit: drawAnew },
  { fits: () => true, edit: offerAlternative },
];
