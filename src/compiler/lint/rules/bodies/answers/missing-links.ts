import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';

/** Links that an object does not declare, and the key where they are missed: `_links`, or else that of its schema. */
export interface MissingLinks {
  readonly at: string;
  readonly names: readonly string[];
}

/**
 * The links that the objects of a schema do not declare. Each object among its alternatives is checked; one that
 * declares no member at all, or whose `_links` may have any member, does not count.
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

/** The schemas of objects that declare their members; an alternative counts separately if it adds members. */
function objectsOf(schema: SchemaNode, seen: Set<JsonObject>): readonly SchemaNode[] {
  if (seen.has(schema.value)) return [];
  seen.add(schema.value);
  if (schema.properties.has('_links')) return [schema];
  const alternatives = schema.alternatives.flatMap((alternative) => objectsOf(alternative, seen));
  if (alternatives.length > 0) return alternatives;
  return schema.isObject && schema.properties.size > 0 ? [schema] : [];
}

/** Whether an object may have members beyond those that are declared, as the schema itself declares. */
function isOpen(schema: SchemaNode): boolean {
  const further = schema.keyword('additionalProperties');
  if (schema.properties.size === 0 || further === true || isJsonObject(further)) return true;
  return schema.alternatives.length > 0 || schema.keyword('patternProperties') !== undefined;
}
