import { kebabCase, type Kind } from '../../compiler/declaration/kinds.ts';

/** The file of the JSON Schema of a kind: `identity-provider.schema.json`. */
export function schemaFileOf(kind: Kind): string {
  return `${kebabCase(kind)}.schema.json`;
}
