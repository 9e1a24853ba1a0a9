import { isJsonObject, type Json, valueAt } from '#compiled/json.ts';
import type { OpenapiDocument, SchemaNode } from '#openapi/model.ts';
import { pathTo, type ValuePath } from '#openapi/value-path.ts';

/**
 * The schemas that apply to the same values from other parts of an `allOf`: the schema, or an object around it, is one
 * part of that `allOf`. An `allOf` that only refers to the schema is not considered.
 */
export function siblingPartsOf({ document, valuePath }: SchemaNode): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  const path: (string | number)[] = [];
  for (let at = valuePath; at; at = at.above) {
    const list = at.above;
    if (typeof at.token === 'number' && list?.token === 'allOf') {
      found.push(...otherParts(document, list, at.token, path).flatMap((part) => follow(part, path) ?? []));
    }
    path.unshift(at.token);
  }
  return found;
}

function otherParts(
  document: OpenapiDocument,
  list: ValuePath,
  index: number,
  path: MemberPath,
): readonly SchemaNode[] {
  const values = valueAt(document.root, tokensOf(list));
  if (!Array.isArray(values)) return [];
  return (values as readonly Json[]).flatMap((value, other) => {
    const part =
      other === index || !mayHaveMember(value, path)
        ? undefined
        : document.schemaAt(value, pathTo(list, other));
    return part ?? [];
  });
}

type MemberPath = readonly (string | number)[];

/** Whether a schema as it is written may have a member at a path: checked first, since there may be many parts. */
function mayHaveMember(written: Json | undefined, [step, name = '', ...rest]: MemberPath): boolean {
  if (!isJsonObject(written) || step !== 'properties') return true;
  const { properties, $ref, allOf } = written;
  if ($ref !== undefined || allOf !== undefined) return true;
  return isJsonObject(properties) && Object.hasOwn(properties, name) && mayHaveMember(properties[name], rest);
}

function tokensOf(valuePath: ValuePath | undefined): readonly (string | number)[] {
  const tokens: (string | number)[] = [];
  for (let at = valuePath; at; at = at.above) tokens.unshift(at.token);
  return tokens;
}

/** The schema for the values at the end of a path through members and items. */
function follow(schema: SchemaNode, path: MemberPath): SchemaNode | undefined {
  let found: SchemaNode | undefined = schema;
  const rest = [...path];
  while (found && rest.length > 0) {
    const step = rest.shift();
    if (step === 'items') found = found.items;
    else if (step === 'properties') found = found.properties.get(String(rest.shift()))?.schema;
    else if (step === 'allOf') rest.shift();
    else return undefined;
  }
  return found;
}

/** Whether another part of an `allOf` gives the same values a format. */
export function hasSiblingFormat(schema: SchemaNode): boolean {
  return siblingPartsOf(schema).some((sibling) => sibling.keyword('format') !== undefined);
}
