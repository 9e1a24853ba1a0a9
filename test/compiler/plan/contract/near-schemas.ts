import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../src/compiled/json.ts';
import { Draw } from './draw.ts';
import { editSchema } from './draw-edit.ts';
import { drawInstance } from './draw-instance.ts';
import { componentNames, drawSchema } from './draw-schema.ts';

/** A schema and the components that it may refer to. */
export interface Schemas {
  readonly root: Json;
  readonly components: JsonObject;
}

/** Two schemas , one made from the other by a few edits, and values that fit one or nearly do. */
export interface NearSchemas {
  readonly openapi: string;
  readonly base: Schemas;
  readonly head: Schemas;
  readonly instances: readonly Json[];
}

export const nearSchemas = fc
  .array(fc.nat(5039), { minLength: 60, maxLength: 400, size: 'max' })
  .map((decisions) => drawNear(new Draw(decisions)));

function drawNear(draw: Draw): NearSchemas {
  const is31 = draw.once(2);
  const place = { is31, depth: 2, mayRefer: true };
  const drawn = componentNames.map(
    (name) => [name, drawSchema(draw, { ...place, mayRefer: false })] as const,
  );
  const base = { root: drawSchema(draw, place), components: Object.fromEntries(drawn) };
  let head: Schemas = base;
  for (let count = 1 + draw.below(3); count > 0; count -= 1) head = edit(draw, head, is31);
  const instances = Array.from({ length: 24 }, (_, index) => {
    const { root, components } = index % 2 === 0 ? base : head;
    return drawInstance(draw, root, components, 5);
  });
  return { openapi: is31 ? '3.1.0' : '3.0.3', base, head, instances };
}

function edit(draw: Draw, { root, components }: Schemas, is31: boolean): Schemas {
  const place = { is31, depth: 2, mayRefer: true };
  if (draw.once(2)) return { root: editSchema(draw, root, place), components };
  const name = draw.oneOf(...componentNames);
  const now = editSchema(draw, components[name] ?? {}, { ...place, mayRefer: false });
  return { root, components: { ...components, [name]: now } };
}
