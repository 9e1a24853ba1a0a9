import type { SchemaProperty } from '../../workspace/openapi/schema-node.ts';
import type { DefinitionFinding } from '../definition-checks.ts';

/** Where a field is given its type: its `type`, or its name where it refers to a type that others may share. */
export function placeOfType({ schema, pointer }: SchemaProperty): Pick<DefinitionFinding, 'at' | 'part'> {
  const isOwn = schema?.pointer === pointer && schema.value['type'] !== undefined;
  return isOwn ? { at: schema.pointerTo('type') } : { at: pointer, part: 'key' };
}
