import type { Json } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';

/** A value that a schema names, and the keyword that names it. */
export interface NamedValue {
  readonly value: Json;
  readonly pointer: string;
  readonly key: 'default' | 'const' | 'enum' | 'example';
}

/** The values in the `default`, `const`, `enum` and examples of a schema. */
export function namedValues(schema: SchemaNode): readonly NamedValue[] {
  const single = (['default', 'const'] as const).flatMap((key) => {
    const value = schema.value[key];
    return value === undefined ? [] : [{ value, pointer: schema.pointerTo(key), key }];
  });
  const { enum: listed } = schema.value;
  const several = Array.isArray(listed) ? (listed as readonly Json[]) : [];
  return [
    ...single,
    ...several.map((value, index) => ({
      value,
      pointer: schema.pointerTo('enum', index),
      key: 'enum' as const,
    })),
    ...schema.examples.map(({ value, pointer }) => ({ value, pointer, key: 'example' as const })),
  ];
}
