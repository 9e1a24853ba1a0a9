import type { Json } from '#compiled/json.ts';
import type { FlatSchema, SchemaType } from './facts/flat-schema.ts';
import type { Limits } from './facts/schema-meaning.ts';
import { wholeLimits } from './limits.ts';

/** Whether a number is within the bounds and an exact multiple of `multipleOf`. */
export function allowsNumber({ limits: all }: FlatSchema, value: number): boolean {
  const [minimum, maximum, factor] = [all.get('minimum'), all.get('maximum'), all.get('multipleOf')];
  const isMultiple = !factor || Number.isInteger(value / factor.value);
  const isHighEnough = !minimum || (minimum.exclusive ? value > minimum.value : value >= minimum.value);
  const isLow = !maximum || (maximum.exclusive ? value < maximum.value : value <= maximum.value);
  return isMultiple && isHighEnough && isLow;
}

/**
 * The whole numbers from the lower to the upper bound, even if these are exclusive. Undefined if a bound is missing, or
 * if the bounds are more than `count` apart.
 */
export function wholeNumbersBetween(
  { limits: all }: FlatSchema,
  count: number,
): readonly number[] | undefined {
  const [lowest, highest] = [all.get('minimum')?.value, all.get('maximum')?.value];
  if (lowest === undefined || highest === undefined || highest - lowest > count) return undefined;
  const first = Math.ceil(lowest);
  return Array.from({ length: Math.max(0, Math.floor(highest) - first + 1) }, (_, index) => first + index);
}

/** The largest integer within the upper bound; undefined without an upper bound. */
export function lastInteger({ limits: all }: FlatSchema): number | undefined {
  const maximum = all.get('maximum');
  return maximum && (maximum.exclusive ? Math.ceil(maximum.value) - 1 : Math.floor(maximum.value));
}

/** The maximum number of integers in a range that is listed value by value. */
const maxNumbers = 100;

/** All values of a type that the limits allow; undefined if they cannot be listed. */
export function fewValuesOf(type: SchemaType, { limits: all }: FlatSchema): readonly Json[] | undefined {
  if (type === 'integer') return numbersIn(all);
  if (type === 'number') return onlyNumberIn(all);
  const [keyword, empty] = emptyValues[type] ?? [];
  return empty !== undefined && all.get(keyword ?? '')?.value === 0 ? [empty] : undefined;
}

/** By type: the limit that leaves one value if it is 0, and that value. */
const emptyValues: Readonly<Partial<Record<SchemaType, readonly [string, Json]>>> = {
  string: ['maxLength', ''],
  array: ['maxItems', []],
  object: ['maxProperties', {}],
};

function onlyNumberIn(all: Limits): readonly number[] | undefined {
  const [minimum, maximum] = [all.get('minimum'), all.get('maximum')];
  const isOne = minimum?.value === maximum?.value && !minimum?.exclusive && !maximum?.exclusive;
  return minimum && isOne ? [minimum.value] : undefined;
}

function numbersIn(all: Limits): readonly number[] | undefined {
  const whole = wholeLimits(all);
  const [lowest, highest] = [
    whole.get('minimum')?.value ?? -Infinity,
    whole.get('maximum')?.value ?? Infinity,
  ];
  const length = Math.max(0, highest - lowest + 1);
  return length > maxNumbers ? undefined : Array.from({ length }, (_, index) => lowest + index);
}
