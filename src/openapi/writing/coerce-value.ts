import { isFaithfulNumber } from './is-faithful-number.ts';
import { anyShape, type ValueShape } from './value-shape.ts';

/** A value as it was sent: a text, or a list or an object of texts if its style has split it. */
export type RawValue = string | readonly RawValue[] | { readonly [name: string]: RawValue };

/** Marks a text that could not be converted to its type. */
export const malformed: unique symbol = Symbol('malformed');

/** A JSON number, possibly with leading zeros. */
const numeric = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;

/** Converts the sent texts to a value of a type that its schema allows. */
export function coerceValue(raw: RawValue, shape: ValueShape): unknown {
  if (typeof raw === 'string') return coerceText(raw, shape);
  if (Array.isArray(raw)) return coerceItems(raw as readonly RawValue[], shape);
  return coerceMembers(raw as Readonly<Record<string, RawValue>>, shape);
}

/** Converts a text. If several types are allowed, a text that reads like a number or a boolean becomes one. */
export function coerceText(text: string, { types, items }: ValueShape): unknown {
  if (!types) return text;
  if (types.has('integer') || types.has('number')) {
    const number = toNumber(text);
    if (number !== malformed && (types.has('number') || Number.isInteger(number))) return number;
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && text === '') return null;
  if (types.has('string')) return text;
  if (!types.has('array')) return malformed;
  const item = coerceText(text, items ?? anyShape);
  return item === malformed ? malformed : [item];
}

/** Converts a text to a number, unless a reader with higher precision would read another number. */
function toNumber(text: string): number | typeof malformed {
  return numeric.test(text) && isFaithfulNumber(text) ? Number(text) : malformed;
}

function coerceItems(raw: readonly RawValue[], { types, items = anyShape }: ValueShape): unknown {
  if (types && !types.has('array')) return malformed;
  const values: unknown[] = [];
  for (const item of raw) {
    const value = coerceValue(item, items);
    if (value === malformed) return malformed;
    values.push(value);
  }
  return values;
}

function coerceMembers(raw: Readonly<Record<string, RawValue>>, { types, properties }: ValueShape): unknown {
  if (types && !types.has('object')) return malformed;
  // Without a prototype, so that no name has a special meaning.
  const values = Object.create(null) as Record<string, unknown>;
  for (const name in raw) {
    const value = coerceValue(raw[name] ?? '', properties?.get(name) ?? anyShape);
    if (value === malformed) return malformed;
    values[name] = value;
  }
  return values;
}
