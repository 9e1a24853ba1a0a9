import type { Json, JsonObject } from '#compiled/json.ts';

/** Schemas by name; the checked one is `S0`. */
export type Schemas = Readonly<Record<string, JsonObject>>;

const leaf: JsonObject = { type: 'object', properties: { leaf: { type: 'string' } } };

function refer(index: number): JsonObject {
  return { $ref: `#/components/schemas/S${index}` };
}

function name(schemas: readonly JsonObject[]): Schemas {
  return Object.fromEntries(schemas.map((schema, index) => [`S${index}`, schema]));
}

/** One schema of many levels. */
export function nest(levels: number, wrap: (below: JsonObject, index: number) => JsonObject): Schemas {
  return {
    S0: Array.from({ length: levels }).reduce<JsonObject>((below, _, index) => wrap(below, index), leaf),
  };
}

/** Schemas of which each refers to the next one. */
export function chain(length: number, wrap: (next: JsonObject, index: number) => JsonObject): Schemas {
  return name(
    Array.from({ length }, (_, index) => (index === length - 1 ? leaf : wrap(refer(index + 1), index))),
  );
}

/** Objects with a date that has no format, and properties that refer to each other at random, the same at every call. */
export function entangle(objects: number, properties: number): Schemas {
  let state = 1;
  const pick = (): number => (state = (state * 48_271) % 2_147_483_647) % objects;
  const members = () => Array.from({ length: properties }, (_, index) => [`p${index}`, refer(pick())]);
  const createdAt = { type: 'string' };
  return name(
    Array.from({ length: objects }, () => ({
      type: 'object',
      properties: { createdAt, ...Object.fromEntries(members()) } as JsonObject,
    })),
  );
}

/** A binary tree of alternatives; its leaves are objects. */
export function tree(levels: number): Schemas {
  const inner = 2 ** levels - 1;
  return name(
    Array.from({ length: 2 * inner + 1 }, (_, index) =>
      index < inner ? { oneOf: [refer(2 * index + 1), refer(2 * index + 2)] } : leaf,
    ),
  );
}

/** Levels of two schemas each, which both refer to both of the next level: the ways through it are beyond counting. */
export function lattice(levels: number, wrap: (both: readonly Json[]) => JsonObject): Schemas {
  return name(
    Array.from({ length: 2 * levels }, (_, index) => {
      const next = index - (index % 2) + 2;
      return next < 2 * levels ? wrap([refer(next), refer(next + 1)]) : leaf;
    }),
  );
}
