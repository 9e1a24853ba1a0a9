import type { JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';

/** Finds out which schemas of a document have a part that passes a test; each schema is tested once. */
export class PartSearch {
  readonly #test: (part: SchemaNode) => boolean;
  /** For each tested schema, the schemas that include it. */
  readonly #includedBy = new Map<JsonObject, JsonObject[]>();
  /** The schemas with a part that passes the test. */
  readonly #found = new Set<JsonObject>();

  constructor(test: (part: SchemaNode) => boolean) {
    this.#test = test;
  }

  /** Whether the schema, or one that it includes at any depth, passes the test. */
  isIn(schema: SchemaNode): boolean {
    if (!this.#includedBy.has(schema.value)) this.#search(schema);
    return this.#found.has(schema.value);
  }

  #search(schema: SchemaNode): void {
    this.#includedBy.set(schema.value, []);
    const rest = [schema];
    for (let next = rest.pop(); next; next = rest.pop()) {
      if (this.#test(next)) this.#add(next.value);
      rest.push(...this.#linkParts(next));
    }
  }

  /** Links a schema to the schemas that it includes; returns those that are not tested yet. */
  #linkParts(schema: SchemaNode): readonly SchemaNode[] {
    return schema.includes.filter((part) => {
      const known = this.#includedBy.get(part.value);
      if (known) known.push(schema.value);
      else this.#includedBy.set(part.value, [schema.value]);
      if (this.#found.has(part.value)) this.#add(schema.value);
      return !known;
    });
  }

  /** Adds a schema, and all schemas that include it. */
  #add(value: JsonObject): void {
    const rest = [value];
    for (let next = rest.pop(); next; next = rest.pop()) {
      if (this.#found.has(next)) continue;
      this.#found.add(next);
      rest.push(...(this.#includedBy.get(next) ?? []));
    }
  }
}
