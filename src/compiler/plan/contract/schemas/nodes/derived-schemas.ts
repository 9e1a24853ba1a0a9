import { omit, pick, type JsonObject } from '#compiled/json.ts';

const proseKeywords = ['description', 'summary', 'title', 'example', 'examples', 'externalDocs'];

type Derived = WeakMap<JsonObject, JsonObject>;

/** Schemas that are made from written ones by leaving keywords out, each once. */
export class DerivedSchemas {
  readonly #without = new Map<string, Derived>();
  readonly #prose: Derived = new WeakMap();
  /** The written schemas, by those that were made from them. */
  readonly #written: Derived = new WeakMap();

  /** The schema that one was made from, or itself. */
  writtenOf(schema: JsonObject): JsonObject {
    return this.#written.get(schema) ?? schema;
  }

  /** The same object if it has no such keyword, so that recursive choices terminate. */
  without(schema: JsonObject, keywords: readonly string[]): JsonObject {
    if (!keywords.some((keyword) => keyword in schema)) return schema;
    const key = keywords.join(' ');
    const known = this.#without.get(key) ?? new WeakMap<JsonObject, JsonObject>();
    this.#without.set(key, known);
    const found = known.get(schema) ?? omit(schema, new Set(keywords));
    known.set(schema, found);
    this.#written.set(found, this.writtenOf(schema));
    return found;
  }

  /** The documentation in a schema. */
  proseOf(schema: JsonObject): JsonObject {
    const found = this.#prose.get(schema) ?? pick(schema, proseKeywords);
    this.#prose.set(schema, found);
    return found;
  }
}
