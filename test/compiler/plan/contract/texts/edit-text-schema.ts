import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { Draw } from '../draw.ts';
import { drawCondition, drawList, drawObject, drawOne, drawSent, type Version } from './draw-text-schema.ts';

/** Edits a schema of a value that is sent as text, mostly so that the two differ in little. */
export function editSent(draw: Draw, schema: JsonObject, version: Version): JsonObject {
  if (draw.once(8)) return drawSent(draw, version);
  const { items, properties } = schema;
  if (isJsonObject(items) && draw.once(2)) return { ...schema, items: editSent(draw, items, version) };
  if (schema['type'] === 'array') return editList(draw, schema, version);
  if (isJsonObject(properties)) return editObject(draw, schema, properties, version);
  return editOne(draw, schema, version);
}

function editList(draw: Draw, schema: JsonObject, version: Version): JsonObject {
  const { items } = schema;
  if (draw.once(6) && isJsonObject(items)) return items;
  const now = drawList(draw, version, isJsonObject(items) ? items : undefined);
  return draw.once(2) ? now : { ...schema, ...now };
}

function editObject(draw: Draw, schema: JsonObject, properties: JsonObject, version: Version): JsonObject {
  if (draw.once(3)) return { ...drawObject(draw, version), properties };
  const edited = Object.entries(properties).map(([name, member]) => [
    name,
    isJsonObject(member) && draw.once(2) ? editOne(draw, member, version) : member,
  ]);
  return { ...schema, properties: Object.fromEntries(edited) as JsonObject };
}

function editOne(draw: Draw, schema: JsonObject, version: Version): JsonObject {
  const kind = draw.below(10);
  const keywords = Object.keys(schema).filter((keyword) => keyword !== 'type' || version !== '2.0');
  if (kind === 0 && version !== '2.0') return { ...schema, ...drawCondition(draw, version) };
  if (kind === 1) return drawList(draw, version, schema);
  if (kind === 2) return drawOne(draw, version);
  if (kind === 3 && version !== '2.0')
    return { [draw.oneOf('allOf', 'anyOf', 'oneOf')]: [schema, drawOne(draw, version)] };
  if (kind < 6 && keywords.length > 0) {
    const { [draw.oneOf(keywords[0] ?? '', ...keywords.slice(1))]: _, ...others } = schema;
    return others['type'] === undefined && version === '2.0' ? schema : others;
  }
  const { enum: listed } = schema;
  if (kind < 9 && Array.isArray(listed))
    return { ...schema, enum: editListed(draw, listed as readonly Json[]) };
  return { ...schema, ...withType(drawOne(draw, version), schema) };
}

/** Keywords of another schema, with its type only where that is alone. */
function withType({ type, ...others }: JsonObject, schema: JsonObject): JsonObject {
  return Object.keys(others).length === 0 && type !== undefined && schema['enum'] === undefined
    ? { type }
    : others;
}

function editListed(draw: Draw, listed: readonly Json[]): readonly Json[] {
  if (listed.length > 1 && draw.once(2)) return listed.toSpliced(draw.below(listed.length), 1);
  return [...new Set([...listed, draw.oneOf<Json>('c', '3', 'a', '2020-01-01', 2)])];
}
