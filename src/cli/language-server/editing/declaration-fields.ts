import { kindSchemas } from '#compiler/declaration/kind-schemas.ts';
import { SchemaFields } from './schema-fields.ts';

const byKind = new Map(Object.entries(kindSchemas).map(([kind, schema]) => [kind, new SchemaFields(schema)]));

/** The fields of a kind of declaration; undefined for an unknown kind. */
export function declarationFields(kind: string): SchemaFields | undefined {
  return byKind.get(kind);
}
