import type { Json } from '#compiled/json.ts';
import type { FlatSchema, SchemaType } from '../flat-schema.ts';
import { allowsOnlyEmpty } from '../flatten/have-no-text.ts';
import { wholeLimits } from '../schema-limits.ts';
import { separateTypes } from '../schema-types.ts';
import { meantTypes } from './compare-types.ts';

/** The maximum number of numbers in a range that are listed. */
const maxNumbers = 100;

/** All values that the types, the limits and the patterns of a schema allow, without null; undefined if there are many. */
export function fewValues(schema: FlatSchema): readonly Json[] | undefined {
  const lists = separateTypes(meantTypes(schema)).map((type) => valuesOf(type, schema));
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}

function valuesOf(type: SchemaType, schema: FlatSchema): readonly Json[] | undefined {
  const { limits } = schema;
  if (type === 'boolean') return [true, false];
  if (type === 'integer') return numbersIn(limits);
  if (type === 'number') return onlyNumberIn(limits);
  if (type === 'string' && allowsOnlyEmpty(schema)) return [''];
  const [keyword, empty] = emptyValues[type] ?? [];
  return empty !== undefined && limits.get(keyword ?? '')?.value === 0 ? [empty] : undefined;
}

/** By type: the only value if a limit is 0. */
const emptyValues: Readonly<Partial<Record<SchemaType, readonly [string, Json]>>> = {
  string: ['maxLength', ''],
  array: ['maxItems', []],
  object: ['maxProperties', {}],
};

function onlyNumberIn(limits: FlatSchema['limits']): readonly number[] | undefined {
  const [minimum, maximum] = [limits.get('minimum'), limits.get('maximum')];
  const isOne = minimum?.value === maximum?.value && !minimum?.exclusive && !maximum?.exclusive;
  return minimum && isOne ? [minimum.value] : undefined;
}

function numbersIn(limits: FlatSchema['limits']): readonly number[] | undefined {
  const whole = wholeLimits(limits);
  const [least, most] = [whole.get('minimum')?.value ?? -Infinity, whole.get('maximum')?.value ?? Infinity];
  const length = Math.max(0, most - least + 1);
  return length > maxNumbers ? undefined : Array.from({ length }, (_, index) => least + index);
}
