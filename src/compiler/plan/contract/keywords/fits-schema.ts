import type { Json } from '#compiled/json.ts';
import type { FlatSchema } from './facts/flat-schema.ts';
import type { Direction } from './facts/schema-fact.ts';
import type { AssumedTests } from './facts/text-tests.ts';
import type { Fitting } from './keyword-family.ts';
import { familiesWith } from './keywords.ts';

const byThemselves = familiesWith('allows');
const inside = familiesWith('allowsInside');

/**
 * Bounds the recursion, since alternatives may refer to themselves: a value counts as fitting schemas that are nested
 * deeper.
 */
const maxDepth = 30;

/**
 * Whether a value fits a schema and its subschemas, ignoring `unevaluatedItems` and `unevaluatedProperties` whose
 * effect depends on the value.
 */
export function fitsSchema(
  value: Json,
  flat: FlatSchema,
  direction: Direction,
  assumed?: AssumedTests,
): boolean {
  return new Fit(direction, false, assumed).fits(value, { flat });
}

/** Like `fitsSchema`, but ignores conditions (`not`, `if`, `contains`), which are compared with their own schemas. */
export function fitsWithoutConditions(value: Json, flat: FlatSchema, direction: Direction): boolean {
  return new Fit(direction, true, undefined).fits(value, { flat });
}

/** Whether a value fits the keywords of a schema that have no subschemas. */
export function allowsByItself(value: Json, flat: FlatSchema, assumed?: AssumedTests): boolean {
  if (value === null) return flat.nullable;
  for (const family of byThemselves) if (family.allows?.(value, flat, assumed) === false) return false;
  return true;
}

class Fit implements Fitting {
  readonly direction: Direction;
  readonly ignoresConditions: boolean;
  readonly assumed: AssumedTests | undefined;
  #left = maxDepth;

  constructor(direction: Direction, ignoresConditions: boolean, assumed: AssumedTests | undefined) {
    this.direction = direction;
    this.ignoresConditions = ignoresConditions;
    this.assumed = assumed;
  }

  fits(value: Json, { flat }: { readonly flat: FlatSchema }): boolean {
    if (this.#left === 0) return true;
    if (value === null || !allowsByItself(value, flat, this.assumed)) return value === null && flat.nullable;
    this.#left -= 1;
    const isFit = inside.every((family) => family.allowsInside?.(value, flat, this) !== false);
    this.#left += 1;
    return isFit;
  }
}
