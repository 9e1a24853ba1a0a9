import fc from 'fast-check';
import type { Json, JsonObject } from '#compiled/json.ts';
import { findChanged } from './changed-schemas.ts';
import { Draw } from './draw.ts';
import { editSchema } from './draw-edit.ts';
import { drawInstance, drawNear as drawNearValue } from './draw-instance.ts';
import { componentNames, drawSchema } from './draw-schema.ts';
import { inheritedNames, keywordNames, renameProperties, type Names } from './rename-properties.ts';

/** A schema and the components that it may refer to. */
export interface Schemas {
  readonly root: Json;
  readonly components: JsonObject;
}

/** Two schemas, one made from the other by a few edits. */
export interface NearSchemas {
  readonly openapi: string;
  readonly base: Schemas;
  readonly head: Schemas;
  /** The names that properties have in the documents and in the values that are drawn for them. */
  readonly names: Names;
  /** That of the values that are drawn for them. */
  readonly seed: number;
}

export const nearSchemas = fc
  .array(fc.nat(5039), { minLength: 60, maxLength: 400, size: 'max' })
  .map((decisions) => drawNear(Draw.from(decisions), decisions[0] ?? 0));

function drawNear(draw: Draw, seed: number): NearSchemas {
  const is31 = draw.once(2);
  const place = { is31, depth: 2, mayRefer: true };
  const drawn = componentNames.map(
    (name) => [name, drawSchema(draw, { ...place, mayRefer: false })] as const,
  );
  const base = { root: drawSchema(draw, place), components: Object.fromEntries(drawn) };
  let head: Schemas = base;
  for (let count = 1 + draw.below(3); count > 0; count -= 1) head = edit(draw, head, is31);
  const names = draw.once(8) ? draw.oneOf(keywordNames, inheritedNames) : {};
  return { openapi: is31 ? '3.1.0' : '3.0.3', base, head, names, seed };
}

/** Draws values that fit one of two schemas, or nearly. */
export function drawInstances({ base, head, names, seed }: NearSchemas, count: number): readonly Json[] {
  const draw = Draw.seeded(seed);
  const changed = findChanged(base, head);
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return null;
    const { root, components } = index % 2 === 0 ? base : head;
    const isLean = index % 5 < 2;
    const value = drawInstance(draw, root, { components, changed, path: [], required: [], isLean }, 12);
    return renameProperties(index % 3 === 0 ? drawNearValue(draw, value) : value, names);
  });
}

function edit(draw: Draw, { root, components }: Schemas, is31: boolean): Schemas {
  const place = { is31, depth: 2, mayRefer: true };
  if (draw.once(2)) return { root: editSchema(draw, root, place), components };
  const name = draw.oneOf(...componentNames);
  const now = editSchema(draw, components[name] ?? {}, { ...place, mayRefer: false });
  return { root, components: { ...components, [name]: now } };
}
