import type { Json } from '../../../compiled/json.ts';

/** A text, or those of a list; values of other types are none. */
export function textsOf(value: Json): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}
