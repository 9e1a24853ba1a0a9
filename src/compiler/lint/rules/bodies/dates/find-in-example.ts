import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';
import { pointerOf, pathTo, type ValuePath } from '#openapi/value-path.ts';

/** A message about a value inside an example, and its pointer in the contract. */
interface Found<Problem> {
  readonly problem: Problem;
  readonly pointer: string;
}

/** Returns the error of a plain value by its schema; undefined if it is valid. */
type Check<Problem> = (value: Json, schema: SchemaNode) => Problem | undefined;

/**
 * The errors of the plain values inside an example. Skips values with several alternative schemas, since it is unknown
 * which of them applies. The time grows with the size of the example.
 */
export function findInExample<Problem>(
  schema: SchemaNode,
  example: ExampleValue,
  check: Check<Problem>,
): readonly Found<Problem>[] {
  const search = new ExampleSearch(example, check);
  search.lookAt(schema, example.value, undefined, undefined);
  return search.found;
}

class ExampleSearch<Problem> {
  readonly found: Found<Problem>[] = [];
  readonly #example: ExampleValue;
  readonly #check: Check<Problem>;

  constructor(example: ExampleValue, check: Check<Problem>) {
    this.#example = example;
    this.#check = check;
  }

  /** Checks the member `token` of the value at `above`. */
  lookAt(
    described: SchemaNode,
    value: Json,
    above: ValuePath | undefined,
    token: string | number | undefined,
  ): void {
    const schema = meantBy(described);
    if (!schema) return;
    if (typeof value === 'object' && value !== null) {
      const valuePath = token === undefined ? above : pathTo(above, token);
      if (isJsonObject(value)) this.#lookAtMembers(schema, value, valuePath);
      else this.#lookAtItems(schema, value, valuePath);
      return;
    }
    const problem = this.#check(value, schema);
    if (!problem) return;
    const below = pointerOf(above, ...(token === undefined ? [] : [token]));
    this.found.push({ problem, pointer: this.#example.pointer + below });
  }

  #lookAtItems({ items }: SchemaNode, values: readonly Json[], valuePath: ValuePath | undefined): void {
    if (items) values.forEach((value, index) => this.lookAt(items, value, valuePath, index));
  }

  #lookAtMembers({ properties }: SchemaNode, values: JsonObject, valuePath: ValuePath | undefined): void {
    if (properties.size === 0) return;
    for (const name in values) {
      const schema = properties.get(name)?.schema;
      const value = values[name];
      if (schema && value !== undefined) this.lookAt(schema, value, valuePath, name);
    }
  }
}

/** The one schema that applies to a value; undefined if there are several to choose from. */
function meantBy(schema: SchemaNode): SchemaNode | undefined {
  if (!schema.parts.some(hasAlternatives)) return schema;
  const meant = schema.alternatives.filter((alternative) => !alternative.isOnly('null'));
  return meant.length === 1 && schema.properties.size === 0 ? meant[0] : undefined;
}

function hasAlternatives({ value }: SchemaNode): boolean {
  return value['oneOf'] !== undefined || value['anyOf'] !== undefined;
}
