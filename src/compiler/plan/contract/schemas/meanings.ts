import { canonicalJson } from '#compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '../keywords/facts/flat-schema.ts';
import {
  isDocumentation,
  listKeywords,
  mapKeywords,
  schemaKeywords,
} from '../keywords/facts/schema-keywords.ts';

/**
 * Assigns numbers to the meanings of schemas: two schemas have the same number if their JSON is equal apart from
 * documentation, without resolving references. Each schema is read once, however many schemas contain it.
 */
export class Meanings {
  readonly #numbers = new Map<string, number>();
  readonly #ofSchemas = new WeakMap<JsonObject, number>();
  readonly #ofNodes = new WeakMap<SchemaNode, number>();

  of(schema: Json | undefined): number {
    if (!isJsonObject(schema)) return this.#numberFor(schema === undefined ? '' : canonicalJson(schema));
    const known = this.#ofSchemas.get(schema) ?? this.#numberFor(this.#describe(schema));
    this.#ofSchemas.set(schema, known);
    return known;
  }

  /** The number of a node. For some nodes it is only comparable within one document. */
  ofNode(node: SchemaNode): number {
    const known = this.#ofNodes.get(node) ?? this.#numberFor(this.#describeNode(node));
    this.#ofNodes.set(node, known);
    return known;
  }

  #describeNode({ id, parts }: SchemaNode): string {
    // The meaning of these keywords depends on the schemas that include them.
    if (parts.some(({ value }) => dependentKeywords.some((keyword) => keyword in value))) return `node ${id}`;
    const numbers = parts.map(({ value }) => this.of(value));
    return `parts ${numbers.toSorted((a, b) => a - b).join(' ')}`;
  }

  #describe(schema: JsonObject): string {
    const keywords = Object.keys(schema).filter((keyword) => !isText(keyword));
    return keywords
      .toSorted()
      .map((keyword) => `${JSON.stringify(keyword)}: ${this.#describeValue(keyword, schema[keyword])}`)
      .join(', ');
  }

  #describeValue(keyword: string, value: Json | undefined): string {
    if (schemaKeywords.has(keyword) && !Array.isArray(value)) return String(this.of(value));
    if (listKeywords.has(keyword) && Array.isArray(value))
      return `[${value.map((item: Json) => this.of(item)).join(' ')}]`;
    if (!mapKeywords.has(keyword) || !isJsonObject(value)) return canonicalJson(value ?? null);
    const names = Object.keys(value).toSorted();
    return `{${names.map((name) => `${JSON.stringify(name)}: ${this.of(value[name])}`).join(' ')}}`;
  }

  #numberFor(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }
}

const dependentKeywords = ['unevaluatedProperties', 'unevaluatedItems', 'discriminator'];

/** Extensions that affect which values a schema allows, or which ones callers have to expect. */
const meaningfulExtensions = new Set(['x-nullable', 'x-extensible-enum']);

function isText(keyword: string): boolean {
  return isDocumentation(keyword) && !meaningfulExtensions.has(keyword);
}
