import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json, JsonObject } from '#compiled/json.ts';
import type { IntegerRange } from './integer-ranges.ts';
import type { Located, SchemaType } from '../../keywords/facts/flat-schema.ts';
import { allTypes } from '../../keywords/facts/schema-types.ts';

/**
 * Schemas for `true` and `false` (JSON Schema 2020-12, section 4.3.2), for everything except null, and for each type.
 */
const constants = {
  anything: {},
  nothing: { type: [] },
  notNull: { not: { type: 'null' } },
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  array: { type: 'array' },
  object: { type: 'object' },
} satisfies Readonly<Record<string, JsonObject>>;

type ConstantName = keyof typeof constants;

export function isTypeName(name: ConstantName): boolean {
  return allTypes.has(name as SchemaType);
}

/**
 * Generated schemas, which are in no document. Each pointer has separate objects, so that each schema has its own
 * location.
 */
export class ConstantSchemas {
  readonly #made = new Map<string, JsonObject>();
  readonly #names = new WeakMap<JsonObject, ConstantName>();

  /** The name of one of the constants; undefined for any other schema. */
  nameOf(schema: JsonObject): ConstantName | undefined {
    return this.#names.get(schema);
  }

  named(name: ConstantName, pointer: string): Located {
    const made = this.#madeAt(name, pointer, constants[name]);
    this.#names.set(made.value, name);
    return made;
  }

  ofValue(value: Json, pointer: string): Located {
    return this.#madeAt(`= ${canonicalJson(value)}`, pointer, { enum: [value] });
  }

  /** A schema for all integers within bounds. */
  integersWithin({ least, most }: IntegerRange, pointer: string): Located {
    const bounds = {
      ...(least !== undefined && { minimum: least }),
      ...(most !== undefined && { maximum: most }),
    };
    return this.#madeAt(`${least} to ${most}`, pointer, { type: 'integer', ...bounds });
  }

  /** A schema for all objects that have a property. */
  objectWith(name: string): Located {
    return this.#madeAt(`with ${name}`, '', { type: 'object', required: [name] });
  }

  #madeAt(name: string, pointer: string, schema: JsonObject): Located {
    const key = `${name} ${pointer}`;
    const value = this.#made.get(key) ?? { ...schema };
    this.#made.set(key, value);
    return { value, pointer };
  }
}
