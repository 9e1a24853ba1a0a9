import type { Kind } from '../../compiler/declaration/kinds.ts';

/** The file of the JSON Schema of a kind: `identity-provider.schema.json`. */
export function schemaFileOf(kind: Kind): string {
  return `${kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.schema.json`;
}
