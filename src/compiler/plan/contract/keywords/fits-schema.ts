import type { Json } from '#compiled/json.ts';
import type { FlatSchema } from './facts/flat-schema.ts';
import type { Direction } from './facts/schema-fact.ts';
import type { AssumedTests } from './facts/text-tests.ts';
import type { Fitting } from './keyword-family.ts';
import { familiesWith } from './keywords.ts';

const byThemselves = familiesWith('allows');
const inside = familiesWith('allowsInside');

/** Alternatives that lead back to themselves have no end: a value fits a schema deeper than this. */
const maxDepth = 30;

/** Whether a value fits a schema with all that it leads to, without what is not evaluated by others. */
export function fitsSchema(
  value: Json,
  flat: FlatSchema,
  direction: Direction,
  assumed?: AssumedTests,
): boolean {
  return new Fit(direction, false, assumed).fits(value, { flat });
}

/** The same but for conditions, which are compared with their own schema. */
export function fitsWithoutConditions(value: Json, flat: FlatSchema, direction: Direction): boolean {
  return new Fit(direction, true, undefined).fits(value, { flat });
}

/** Whether a value fits the keywords of a schema that do not lead to other schemas. */
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
