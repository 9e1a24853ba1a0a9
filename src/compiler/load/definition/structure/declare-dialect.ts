import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { entryShape, memberShape, type MemberShape, type NodeType } from '#openapi/grammar.ts';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { dialectOf } from '#openapi/schema/dialects.ts';

/**
 * A document whose schemas say which dialect of JSON Schema they have, if it names another one for all of them than
 * that of OpenAPI itself (OpenAPI 3.1, section 4.8.24.5).
 */
export function declareDialect(contract: JsonObject, openapi: OpenapiVersion): JsonObject {
  const { jsonSchemaDialect: dialect } = contract;
  if (openapi === '2.0' || openapi === '3.0' || typeof dialect !== 'string') return contract;
  return dialectOf(dialect) === 'base' ? contract : copyNode(contract, 'Document', dialect);
}

function copyNode(value: JsonObject, type: NodeType, dialect: string): JsonObject {
  if (type === 'Schema') return { $schema: dialect, ...value };
  const members = Object.entries(value).map(([key, member]): readonly [string, Json] => {
    const shape = memberShape(type, key);
    return [key, shape ? copyMember(member, shape, dialect) : member] as const;
  });
  return Object.fromEntries(members);
}

function copyMember(value: Json, shape: MemberShape, dialect: string): Json {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return items.map((item) => (isJsonObject(item) ? copyNode(item, shape.type, dialect) : item));
  }
  if (!isJsonObject(value)) return value;
  if (shape.as !== 'map') return copyNode(value, shape.type, dialect);
  const entries = Object.entries(value).map(([name, entry]) => {
    const inner = entryShape(shape, name);
    return [name, inner && isJsonObject(entry) ? copyNode(entry, inner.type, dialect) : entry] as const;
  });
  return Object.fromEntries(entries);
}
