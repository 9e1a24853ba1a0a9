import type { SchemaNode } from '../../workspace/openapi/schema-node.ts';

/** The pointer of a keyword, in the schema or in that of its parts that has it. */
export function keywordPlace(schema: SchemaNode, keyword: string, ...below: readonly number[]): string {
  const holder = schema.parts.find(({ value }) => Object.hasOwn(value, keyword)) ?? schema;
  return holder.pointerTo(keyword, ...below);
}
