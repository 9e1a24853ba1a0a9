import { omit, pick, type JsonObject } from '#compiled/json.ts';

const proseKeywords = ['description', 'summary', 'title', 'example', 'examples', 'externalDocs'];

type Derived = WeakMap<JsonObject, JsonObject>;

/** Derives schemas from written ones by omitting keywords; results are cached. */
export class DerivedSchemas {
  readonly #without = new Map<string, Derived>();
  readonly #prose: Derived = new WeakMap();
  /** The written schemas, by derived schema. */
  readonly #written: Derived = new WeakMap();

  /** The written schema from which a schema is derived, or the schema itself. */
  writtenOf(schema: JsonObject): JsonObject {
    return this.#written.get(schema) ?? schema;
  }

  /** A schema without the keywords: the same object if it has none of them, so that recursive choices terminate. */
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
