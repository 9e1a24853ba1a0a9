import type { Json } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { reasonAgainst } from './reason-against.ts';
import type { DefinitionContext } from '#compiler/rule/definition-checks.ts';

type Report = DefinitionContext['report'];

/** Reports the first listed value, and the constant, that the type of a schema excludes: it can never be sent. */
export function checkListed(schema: SchemaNode, report: Report): void {
  const { enum: listed, const: only, type } = schema.value;
  if (type === undefined || (listed === undefined && only === undefined)) return;
  const values = Array.isArray(listed) ? (listed as readonly Json[]) : [];
  const first = values.findIndex((value) => isOfOtherType(value, type));
  if (first >= 0) reportListed('listed value', schema, ['enum', first], report);
  if (only !== undefined && isOfOtherType(only, type)) reportListed('only value', schema, ['const'], report);
}

/** Ignores null, which generators list for any type. */
function isOfOtherType(value: Json, type: Json): boolean {
  return value !== null && reasonAgainst(value, { type }) !== undefined;
}

function reportListed(
  what: string,
  schema: SchemaNode,
  at: readonly (string | number)[],
  report: Report,
): void {
  const isOfItems = schema.isOnly('array') && at[0] === 'enum';
  const types = schema.types.filter((type) => type !== 'null').join(' or ');
  report({
    at: schema.pointerTo(...at),
    message: `The ${what} is not of the type ${types}.`,
    help: isOfItems ? 'Move the listed values to `items`.' : `Correct the ${what}, or the type.`,
  });
}
