import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { readsLikeName } from './names.ts';

/**
 * The maximum number of members of an object. An object with more is treated as a map, as is one with a key that does
 * not look like a name.
 */
const maxMembers = 60;
const maxLevels = 6;

/** How many more parts of values may be recorded, so that the memory stays bounded. */
export interface Budget {
  left: number;
}

/** How a version of OpenAPI writes that a value may be null: as a type, by `nullable`, or in neither way. */
export type NullStyle = 'type' | 'nullable' | 'none';

/** The types of values, and of everything within them, without the values themselves. */
export class SeenValues {
  readonly #budget: Budget;
  readonly #level: number;
  readonly #types = new Set<string>();
  readonly #members = new Map<string, SeenValues>();
  #items: SeenValues | undefined;
  /** The number of objects that have these values as a member. */
  holders = 0;
  #objects = 0;
  /** The types of all members of objects whose keys are data. */
  #map: SeenValues | undefined;

  constructor(budget: Budget, level = 0) {
    this.#budget = budget;
    this.#level = level;
    budget.left -= 1;
  }

  /** Adds a JSON value. */
  add(value: unknown): void {
    this.#types.add(typeOf(value));
    if (this.#level >= maxLevels || this.#budget.left <= 0) return;
    if (Array.isArray(value)) for (const item of value) (this.#items ??= this.#below()).add(item);
    else if (isJsonObject(value)) this.#addMembers(Object.entries(value));
  }

  /** Adds a text that represents a value of any scalar type. */
  addText(text: string): void {
    if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) this.#types.add('integer');
    else if (/^-?(?:0|[1-9]\d{0,14})\.\d{1,15}$/.test(text)) this.#types.add('number');
    else this.#types.add(text === 'true' || text === 'false' ? 'boolean' : 'string');
  }

  #addMembers(members: readonly (readonly [string, unknown])[]): void {
    const isMap =
      this.#map !== undefined || members.length > maxMembers || members.some(([key]) => !readsLikeName(key));
    if (isMap || this.#members.size + members.length > maxMembers * 2) {
      this.#map ??= this.#below();
      for (const [, value] of members) this.#map.add(value);
      return;
    }
    this.#objects += 1;
    for (const [key, value] of members) {
      const known = this.#members.get(key) ?? this.#below();
      this.#members.set(key, known);
      known.holders += 1;
      known.add(value);
    }
  }

  #below(): SeenValues {
    return new SeenValues(this.#budget, this.#level + 1);
  }

  /** The schema of a parameter with these texts. */
  toTextSchema(): JsonObject {
    const types = [...this.#types];
    if (types.length === 1) return { type: types[0] ?? 'string' };
    return { type: types.every((type) => type === 'integer' || type === 'number') ? 'number' : 'string' };
  }

  /** A schema that all added values match. */
  toSchema(nulls: NullStyle): JsonObject {
    const types = this.#listTypes();
    const others = types.filter((type) => type !== 'null');
    const [only] = others;
    const isNullable = types.length > others.length;
    const isSingle = others.length === 1 && !(isNullable && nulls === 'none');
    if (nulls !== 'type' && !isSingle) return {};
    const listed: Json = types.length === 1 ? (types[0] ?? 'null') : types;
    return {
      ...(types.length > 0 && { type: nulls === 'type' ? listed : (only ?? 'object') }),
      ...(nulls === 'nullable' && isNullable && { nullable: true }),
      ...(others.includes('object') && this.#describeMembers(nulls)),
      ...(others.includes('array') && { items: this.#items?.toSchema(nulls) ?? {} }),
    };
  }

  #describeMembers(nulls: NullStyle): JsonObject {
    const members = [...this.#members].map(([name, values]) => [name, values.toSchema(nulls)] as const);
    if (this.#map || this.#looksLikeMap) {
      // Some keys are data, so no key is written into the schema.
      return { additionalProperties: members.length === 0 ? (this.#map?.toSchema(nulls) ?? {}) : {} };
    }
    return members.length === 0 ? {} : { properties: Object.fromEntries(members) };
  }

  /** Whether most keys occur in few of the objects, as the keys of maps do. */
  get #looksLikeMap(): boolean {
    if (this.#objects < 3 || this.#members.size < 10) return false;
    const found = [...this.#members.values()].reduce((sum, { holders }) => sum + holders, 0);
    return found < (this.#objects * this.#members.size) / 4;
  }

  #listTypes(): readonly string[] {
    const hasNumber = this.#types.has('number');
    return [...this.#types].filter((type) => !hasNumber || type !== 'integer').toSorted();
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
