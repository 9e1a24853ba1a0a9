import type { AcceptsNull } from './accepts-null.ts';
import type { Located } from '../../keywords/facts/flat-schema.ts';
import { pointerOf } from '../../keywords/facts/schema-fact.ts';
import { allTypes, sharedTypes } from '../../keywords/facts/schema-types.ts';
import { readTypes } from '../../keywords/types.ts';
import { isTypeName, type ConstantSchemas } from './constant-schemas.ts';

/**
 * Schemas that a value has to fit together, without the constants that the others imply: "not null" next to an object, or
 * a type next to the same one. So an alternative is the same combination in all choices around it.
 */
export function withoutImplied(
  all: readonly Located[],
  constants: ConstantSchemas,
  acceptsNull: AcceptsNull,
): readonly Located[] {
  const nameOf = ({ value }: Located) => constants.nameOf(value) ?? 'anything';
  const isAdded = (part: Located) => nameOf(part) === 'notNull' || isTypeName(nameOf(part));
  if (!all.some(isAdded)) return all;
  const own = all.filter((part) => !isAdded(part));
  const added = new Map(all.filter(isAdded).map((part) => [nameOf(part), part]));
  const types = own.map(({ value }) => readTypes(value)).reduce(sharedTypes, allTypes);
  const narrowing = [...added].flatMap(([name, { value }]) => {
    const allowed = readTypes(value);
    return [...types].every((type) => allowed.has(type)) ? [] : [{ name, allowed }];
  });
  if (narrowing.length > 0) {
    const left = narrowing.map(({ allowed }) => allowed).reduce(sharedTypes, types);
    if (left.size === 0) return [constants.named('nothing', '')];
  }
  const at = pointerOf({ parts: own });
  if (narrowing.length > 0) return [...own, ...narrowing.map(({ name }) => constants.named(name, at))];
  return own.every(({ value }) => acceptsNull(value)) ? [...own, constants.named('notNull', at)] : own;
}
