import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';

/**
 * Links that an object does not declare, and the pointer to report: of `_links`, or of the schema if it has no
 * `_links`.
 */
export interface MissingLinks {
  readonly at: string;
  readonly names: readonly string[];
}

/**
 * The wanted links that the objects of a schema do not declare. Checks each object among the alternatives, except
 * objects that declare no members and objects whose `_links` may have any member.
 */
export function findMissingLinks(schema: SchemaNode, wanted: readonly string[]): readonly MissingLinks[] {
  return objectsOf(schema, new Set()).flatMap((object) => {
    const declared = object.parts.flatMap((part) => ownMember(part, '_links') ?? []);
    const [first] = declared;
    if (!first) return [{ at: object.pointer, names: wanted }];
    if (declared.some((links) => !links.schema || isOpen(links.schema))) return [];
    const names = wanted.filter((name) => !declared.some((links) => links.schema?.properties.has(name)));
    return names.length > 0 ? [{ at: first.pointer, names }] : [];
  });
}

/**
 * The schemas of objects that declare members: the schema itself if it has `_links`, otherwise its alternatives, if any
 * are objects.
 */
function objectsOf(schema: SchemaNode, seen: Set<JsonObject>): readonly SchemaNode[] {
  if (seen.has(schema.value)) return [];
  seen.add(schema.value);
  if (schema.properties.has('_links')) return [schema];
  const alternatives = schema.alternatives.flatMap((alternative) => objectsOf(alternative, seen));
  if (alternatives.length > 0) return alternatives;
  return schema.isObject && schema.properties.size > 0 ? [schema] : [];
}

/** Whether a schema explicitly allows members that it does not declare. */
function isOpen(schema: SchemaNode): boolean {
  const further = schema.keyword('additionalProperties');
  if (schema.properties.size === 0 || further === true || isJsonObject(further)) return true;
  return schema.alternatives.length > 0 || schema.keyword('patternProperties') !== undefined;
}
