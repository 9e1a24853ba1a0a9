import { isJsonObject, type Json, valueAt } from '../../../compiled/json.ts';
import type { OpenapiView, SchemaNode } from '../../../openapi/model.ts';
import { trailTo, type Trail } from '../../../openapi/trail.ts';

/**
 * The schemas that hold for the same values as a schema does: it, or an object that it describes a member of, is a
 * part of an `allOf` whose other parts describe the same. Where it is reached by reference they are not known.
 */
export function schemasBeside({ view, trail }: SchemaNode): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  const way: (string | number)[] = [];
  for (let at = trail; at; at = at.above) {
    const list = at.above;
    if (typeof at.token === 'number' && list?.token === 'allOf') {
      found.push(...otherParts(view, list, at.token, way).flatMap((part) => follow(part, way) ?? []));
    }
    way.unshift(at.token);
  }
  return found;
}

function otherParts(view: OpenapiView, list: Trail, index: number, way: Way): readonly SchemaNode[] {
  const values = valueAt(view.root, tokensOf(list));
  if (!Array.isArray(values)) return [];
  return (values as readonly Json[]).flatMap((value, other) => {
    const part =
      other === index || !mayLead(value, way) ? undefined : view.schemaAt(value, trailTo(list, other));
    return part ?? [];
  });
}

type Way = readonly (string | number)[];

/** Whether a way through members may be one of a schema as it is written: asked first, since there may be many. */
function mayLead(written: Json | undefined, [step, name = '', ...rest]: Way): boolean {
  if (!isJsonObject(written) || step !== 'properties') return true;
  const { properties, $ref, allOf } = written;
  if ($ref !== undefined || allOf !== undefined) return true;
  return isJsonObject(properties) && Object.hasOwn(properties, name) && mayLead(properties[name], rest);
}

function tokensOf(trail: Trail | undefined): readonly (string | number)[] {
  const tokens: (string | number)[] = [];
  for (let at = trail; at; at = at.above) tokens.unshift(at.token);
  return tokens;
}

/** What a schema says of the values at the end of a way through members and items. */
function follow(schema: SchemaNode, way: Way): SchemaNode | undefined {
  let found: SchemaNode | undefined = schema;
  const rest = [...way];
  while (found && rest.length > 0) {
    const step = rest.shift();
    if (step === 'items') found = found.items;
    else if (step === 'properties') found = found.properties.get(String(rest.shift()))?.schema;
    else if (step === 'allOf') rest.shift();
    else return undefined;
  }
  return found;
}
