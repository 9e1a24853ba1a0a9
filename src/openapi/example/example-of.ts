import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '../model.ts';
import { exampleNumber, exampleText } from './plain-example.ts';

/** Whether the value is sent or received: a request contains nothing that is only read, a response the opposite. */
type Direction = 'request' | 'response';

/** Values further inside are left out. */
const maxDepth = 6;

/** The most values that one example consists of. */
const maxValues = 200;

/** A value that a schema allows, as far as a few values can show it: its own examples first. Null for any value. */
export function exampleOf(schema: SchemaNode | undefined, direction: Direction): Json {
  return new ExampleMaker(direction).make(schema, 0);
}

class ExampleMaker {
  readonly #direction: Direction;
  #values = 0;

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  make(schema: SchemaNode | undefined, depth: number): Json {
    this.#values += 1;
    if (!schema) return null;
    const given = givenValue(schema);
    if (given !== undefined) return given;
    if (depth >= maxDepth || this.#values > maxValues) return emptyValue(schema);
    const [alternative] = schema.alternatives;
    if (!alternative) return this.#makeTyped(schema, depth);
    const chosen = this.make(alternative, depth + 1);
    return isJsonObject(chosen) && schema.isObject
      ? { ...this.#makeObject(schema, depth), ...chosen }
      : chosen;
  }

  #makeTyped(schema: SchemaNode, depth: number): Json {
    if (schema.isObject) return this.#makeObject(schema, depth);
    if (schema.isArray) return this.#makeList(schema, depth);
    const [type] = schema.types.filter((one) => one !== 'null');
    if (type === 'integer' || type === 'number') return exampleNumber(schema, type === 'integer');
    if (type === 'boolean') return true;
    return type === 'string' || schema.types.length === 0 ? exampleText(schema) : null;
  }

  #makeObject(schema: SchemaNode, depth: number): JsonObject {
    const { properties, required } = schema;
    const shown = [...properties.values()].filter(
      (property) =>
        !isHidden(property.schema, this.#direction) &&
        (required.has(property.name) || givenValue(property.schema) !== undefined),
    );
    return Object.fromEntries(shown.map(({ name, schema: own }) => [name, this.make(own, depth + 1)]));
  }

  #makeList(schema: SchemaNode, depth: number): readonly Json[] {
    const least = schema.keyword('minItems');
    const count = typeof least === 'number' ? Math.min(least, 5) : 1;
    return Array.from({ length: Math.max(count, 1) }, () => this.make(schema.items, depth + 1));
  }
}

/** The value that the document itself names: an example, the only value, the default or the first of a list. */
function givenValue(schema: SchemaNode | undefined): Json | undefined {
  if (!schema) return undefined;
  const [example] = schema.parts.flatMap((part) => part.examples);
  if (example) return example.value;
  const choices = schema.keyword('enum');
  const [first] = Array.isArray(choices) ? (choices as readonly Json[]) : [];
  return schema.keyword('const') ?? schema.keyword('default') ?? first;
}

function isHidden(schema: SchemaNode | undefined, direction: Direction): boolean {
  return schema?.keyword(direction === 'request' ? 'readOnly' : 'writeOnly') === true;
}

function emptyValue(schema: SchemaNode): Json {
  if (schema.isObject) return {};
  return schema.isArray ? [] : null;
}
