import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { SchemaFields } from '../schema-fields.ts';

const byVersion = new Map<OpenapiVersion, SchemaFields>();

/** The fields of a line of OpenAPI by its JSON Schema, which is loaded when it is first asked for. */
export async function openapiFields(openapi: OpenapiVersion): Promise<SchemaFields> {
  const { schemaOfOpenapi, schemaByAddress } = await import('#compiler/load/validators/schema-of-openapi.ts');
  const known = byVersion.get(openapi) ?? new SchemaFields(schemaOfOpenapi(openapi), schemaByAddress);
  byVersion.set(openapi, known);
  return known;
}
