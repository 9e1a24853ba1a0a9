import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { isSchemaComponent, listComponents } from '#openapi/components.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import type { Located } from '../keywords/facts/flat-schema.ts';
import { readDiscriminator } from '../keywords/choices/discriminator-values.ts';

/**
 * The schemas that only a discriminator refers to: those of its mapping; without a mapping, the components that include
 * the discriminator's schema by `allOf` (OpenAPI 3.0.4, section 4.7.25).
 */
export class Subtypes {
  readonly #document: OpenapiDocument;
  readonly #known = new WeakMap<JsonObject, readonly Located[]>();
  readonly #included = new Map<JsonObject, ReadonlySet<JsonObject>>();
  #components: readonly Located[] | undefined;

  constructor(document: OpenapiDocument) {
    this.#document = document;
  }

  /** The subtypes of a schema; empty if it lists alternatives. */
  of(schema: JsonObject): readonly Located[] {
    const { discriminator, oneOf, anyOf } = schema;
    if (discriminator === undefined || oneOf !== undefined || anyOf !== undefined) return [];
    const found = this.#known.get(schema) ?? this.#find(schema);
    this.#known.set(schema, found);
    return found;
  }

  /** References to the subtypes of a schema. */
  referencesFrom(schema: Json | undefined): readonly string[] {
    return isJsonObject(schema) ? this.of(schema).map(({ pointer }) => `#${pointer}`) : [];
  }

  /** The subtypes for a value that has to fit all the leaves. */
  ofAll(leaves: readonly Located[]): readonly Located[] {
    const own = new Set(leaves.map(({ value }) => value));
    const all = leaves.flatMap(({ value }) => this.of(value));
    const known = all.filter(({ value }) => own.has(value));
    const more = all.filter(
      ({ value }) => !own.has(value) && known.every((one) => this.includes(value, one.value)),
    );
    return [...new Map(more.map((one) => [one.value, one])).values()];
  }

  /** Whether a schema includes another one by `allOf`, directly or indirectly. */
  includes(schema: JsonObject, other: JsonObject): boolean {
    const found = this.#included.get(schema) ?? this.#collectIncluded(schema);
    this.#included.set(schema, found);
    return found.has(other);
  }

  #find(schema: JsonObject): readonly Located[] {
    const mapped = [...(readDiscriminator(schema['discriminator'])?.values.keys() ?? [])];
    if (mapped.length > 0)
      return mapped.flatMap((pointer) => {
        const value = this.#document.references.target(`#${pointer}`)?.value;
        return isJsonObject(value) ? [{ value, pointer }] : [];
      });
    this.#components ??= [...listComponents(this.#document).values()].flatMap((component) => {
      const { value, pointer } = component;
      return isSchemaComponent(component) && isJsonObject(value) ? [{ value, pointer }] : [];
    });
    return this.#components.filter(({ value }) => this.includes(value, schema));
  }

  #collectIncluded(schema: JsonObject): ReadonlySet<JsonObject> {
    const { references } = this.#document;
    const found = new Set<JsonObject>();
    const waiting = [schema];
    for (const { allOf } of waiting) {
      for (const part of Array.isArray(allOf) ? (allOf as readonly Json[]) : []) {
        const target = references.follow(part)?.value;
        if (!isJsonObject(target) || found.has(target)) continue;
        found.add(target);
        waiting.push(target);
      }
    }
    return found;
  }
}
