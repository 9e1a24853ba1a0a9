import type { FlatSchema, SchemaNode, SchemaType } from '../flat-schema.ts';
import type { Direction } from '../schema-fact.ts';
import { typeOfLimit } from '../schema-limits.ts';

/** A schema without the keywords that have no effect on some types in a direction, or beside the limits of another one. */
export function keywordsFor(
  types: ReadonlySet<SchemaType>,
  schema: FlatSchema,
  direction: Direction,
  besideLimits?: FlatSchema['limits'],
): FlatSchema {
  const { patterns, limits } = schema;
  // That a limit is added is risky, whatever else the schemas of properties refuse for which it leaves no room.
  const addsLimit = besideLimits?.has('maxProperties') === false;
  return {
    ...schema,
    patterns: types.has('string') ? patterns : new Set(),
    limits: new Map([...limits].filter(([keyword]) => types.has(typeOfLimit(keyword)))),
    ...(types.has('object') ? !addsLimit && onlyRequired(schema, direction) : noProperties),
  };
}

/** An object has only the properties that it requires, if there is no room for others. */
function onlyRequired(schema: FlatSchema, direction: Direction): Partial<FlatSchema> {
  const { properties, required, allowsName: allows, additional, patternProperties } = schema;
  if (hasRoomForOthers(schema, direction)) return {};
  const names = required[direction];
  const kept = new Map([...properties].filter(([name]) => names.has(name)));
  const allowsName = (name: string) => names.has(name) && allows(name);
  const isOpen = direction === 'request' && additional === 'open' && patternProperties.size === 0;
  // A required property without a schema of its own has that of other properties.
  if (kept.size < names.size && !isOpen) return { properties: kept, allowsName };
  const others = [...names].filter((name) => !kept.has(name) && allows(name));
  const all = new Map([...kept, ...others.map((name) => [name, anything(schema)] as const)]);
  return { properties: all, allowsName, patternProperties: new Map(), additional: 'closed' };
}

/** Whether an object may have more properties than it requires. */
export function hasRoomForOthers({ required, limits }: FlatSchema, direction: Direction): boolean {
  return required[direction].size < (limits.get('maxProperties')?.value ?? Infinity);
}

function anything({ nodes, leaves }: FlatSchema): SchemaNode {
  return nodes.nodeOf(true, leaves[0]?.pointer ?? '');
}

const noProperties = {
  properties: new Map(),
  required: { request: new Set<string>(), response: new Set<string>() },
  patternProperties: new Map(),
  additional: 'open',
} as const satisfies Partial<FlatSchema>;
