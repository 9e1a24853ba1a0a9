import type { SchemaNode } from '#openapi/model.ts';

/** Whether a value may be either an object or an array of such objects, which may be reduced. */
export function isOneOrMany(schema: SchemaNode): boolean {
  const { alternatives } = schema;
  const objects = alternatives.filter(({ isObject }) => isObject);
  const items = alternatives.flatMap(
    (alternative) => (alternative.isArray ? alternative.items : undefined) ?? [],
  );
  return items.some((item) => objects.some((object) => isSameKind(item, object))) || isOfBothTypes(schema);
}

/** Whether a schema has `type: [array, object]`, with the same members for the items and for the object. */
function isOfBothTypes(schema: SchemaNode): boolean {
  const { types, items } = schema;
  if (!types.includes('array') || !types.includes('object') || !items) return false;
  return isSameKind(items, schema);
}

/** Whether two schemas describe the same objects; the items of a list may be reduced to some of their members. */
function isSameKind(item: SchemaNode, object: SchemaNode): boolean {
  if (item.value === object.value) return true;
  const names = [...item.properties.keys()];
  const common = names.filter((name) => object.properties.has(name));
  if (names.length === 1) return common.length === 1 && object.properties.size === 1;
  return names.length > 1 && common.length * 2 > names.length;
}
