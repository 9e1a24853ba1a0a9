import type { FlatSchema, SchemaType } from '../flat-schema.ts';
import { typeOfLimit } from '../schema-limits.ts';

/** A schema without the keywords that have no effect on some types. */
export function keywordsFor(types: ReadonlySet<SchemaType>, schema: FlatSchema): FlatSchema {
  const { patterns, limits } = schema;
  return {
    ...schema,
    patterns: types.has('string') ? patterns : new Set(),
    limits: new Map([...limits].filter(([keyword]) => types.has(typeOfLimit(keyword)))),
    ...(types.has('object') ? limits.get('maxProperties')?.value === 0 && neverProperties : noProperties),
  };
}

const noProperties = {
  properties: new Map(),
  required: { request: new Set<string>(), response: new Set<string>() },
  patternProperties: new Map(),
  additional: 'open',
} as const satisfies Partial<FlatSchema>;

const neverProperties = {
  properties: new Map(),
  patternProperties: new Map(),
  additional: 'closed',
} as const satisfies Partial<FlatSchema>;
