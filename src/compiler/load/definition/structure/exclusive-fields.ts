import { isJsonObject, type Json } from '#compiled/json.ts';
import type { StructuralError } from '../../validators/fits-openapi.ts';

/** Pairs of fields that exclude each other, the more common field first. */
const exclusive: readonly (readonly [string, string])[] = [
  ['example', 'examples'],
  ['operationId', 'operationRef'],
  ['schema', 'content'],
  ['url', 'identifier'],
  ['value', 'externalValue'],
  ['value', 'dataValue'],
  ['value', 'serializedValue'],
  ['serializedValue', 'externalValue'],
];

/** The two fields of a value that exclude each other, if an error may concern them; otherwise undefined. */
export function findExclusiveFields(
  { keyword }: StructuralError,
  value: Json | undefined,
): readonly [string, string] | undefined {
  if ((keyword !== 'not' && keyword !== 'oneOf') || !isJsonObject(value)) return undefined;
  return exclusive.find((fields) => fields.every((field) => Object.hasOwn(value, field)));
}
