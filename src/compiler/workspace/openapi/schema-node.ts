import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import type { ExampleValue } from './example-value.ts';
import { OpenapiNode } from './openapi-node.ts';
import type { OpenapiView } from './openapi-view.ts';
import { pointerOf, trailTo, type Trail } from './trail.ts';

/** A member of the objects that a schema describes. */
export interface SchemaProperty {
  readonly name: string;
  /** Its schema, references resolved; undefined where it is a boolean schema. */
  readonly schema: SchemaNode | undefined;
  /** The pointer of its key, in the schema that declares it. */
  readonly pointer: string;
}

/** A schema, references resolved (OpenAPI 3.1, section 4.8.24). */
export class SchemaNode extends OpenapiNode {
  #parts: readonly SchemaNode[] | undefined;
  #properties: ReadonlyMap<string, SchemaProperty> | undefined;
  #alternatives: readonly SchemaNode[] | undefined;

  /** The schema and all that it takes in by `allOf` and, in OpenAPI 3.1, by a `$ref` beside other keywords. */
  get parts(): readonly SchemaNode[] {
    return (this.#parts ??= this.#collectParts());
  }

  #collectParts(): readonly SchemaNode[] {
    const found: SchemaNode[] = [];
    const seen = new Set<JsonObject>();
    const rest: SchemaNode[] = [this];
    for (let next = rest.pop(); next; next = rest.pop()) {
      if (seen.has(next.value)) continue;
      seen.add(next.value);
      found.push(next);
      rest.push(...next.schemasIn('allOf').toReversed(), ...next.#referred);
    }
    return found;
  }

  get #referred(): readonly SchemaNode[] {
    const reference = this.value['$ref'];
    const schema = typeof reference === 'string' ? this.view.schemaOf(reference) : undefined;
    return schema ? [schema] : [];
  }

  /** What the values may be, `null` among them where it is allowed; empty where the schema does not say. */
  get types(): readonly string[] {
    for (const { value } of this.parts) {
      const { type } = value;
      const types = Array.isArray(type)
        ? type.filter((one) => typeof one === 'string')
        : typeof type === 'string'
          ? [type]
          : [];
      if (types.length > 0) return value['nullable'] === true ? [...types, 'null'] : types;
    }
    return [];
  }

  /** Whether the values are of one type alone, `null` aside. */
  isOnly(type: string): boolean {
    const types = this.types.filter((one) => one !== 'null');
    return types.length === 1 && types[0] === type;
  }

  /** Whether the values are objects, be it said or shown by properties. */
  get isObject(): boolean {
    return this.isOnly('object') || (this.types.length === 0 && this.properties.size > 0);
  }

  get isArray(): boolean {
    return this.isOnly('array') || (this.types.length === 0 && this.items !== undefined);
  }

  /** The members that objects may have, those of `allOf` included; the first declaration of a name holds. */
  get properties(): ReadonlyMap<string, SchemaProperty> {
    return (this.#properties ??= this.#collectProperties());
  }

  #collectProperties(): ReadonlyMap<string, SchemaProperty> {
    const properties = new Map<string, SchemaProperty>();
    for (const part of this.parts) {
      for (const property of part.ownProperties) {
        if (!properties.has(property.name)) properties.set(property.name, property);
      }
    }
    return properties;
  }

  /** The members that this very schema declares. */
  get ownProperties(): readonly SchemaProperty[] {
    const { properties } = this.value;
    if (!isJsonObject(properties)) return [];
    const trail = trailTo(this.trail, 'properties');
    return Object.entries(properties).map(([name, value]) =>
      declareProperty(this.view, name, value, trailTo(trail, name)),
    );
  }

  get required(): ReadonlySet<string> {
    return new Set(
      this.parts.flatMap(({ value: { required } }) => (Array.isArray(required) ? required.map(String) : [])),
    );
  }

  /** The schema of all items of an array. */
  get items(): SchemaNode | undefined {
    for (const part of this.parts) {
      const items = this.view.schemaAt(part.value['items'], trailTo(part.trail, 'items'));
      if (items) return items;
    }
    return undefined;
  }

  /** The schemas of `oneOf` and `anyOf`. */
  get alternatives(): readonly SchemaNode[] {
    return (this.#alternatives ??= this.parts.flatMap((part) => [
      ...part.schemasIn('oneOf'),
      ...part.schemasIn('anyOf'),
    ]));
  }

  /** The schemas in a list of this very schema. */
  schemasIn(key: 'allOf' | 'oneOf' | 'anyOf' | 'prefixItems'): readonly SchemaNode[] {
    const list = this.value[key];
    if (!Array.isArray(list)) return [];
    const trail = trailTo(this.trail, key);
    return (list as readonly Json[]).flatMap(
      (value, index) => this.view.schemaAt(value, trailTo(trail, index)) ?? [],
    );
  }

  /** The value of a keyword, in this schema or in what it takes in. */
  keyword(name: string): Json | undefined {
    return this.parts.find(({ value }) => Object.hasOwn(value, name))?.value[name];
  }

  /** `example`, and each of `examples`. */
  get examples(): readonly ExampleValue[] {
    const { example, examples } = this.value;
    const listed = Array.isArray(examples) ? (examples as readonly Json[]) : [];
    return [
      ...(example === undefined ? [] : [{ value: example, pointer: this.pointerTo('example') }]),
      ...listed.map((value, index) => ({ value, pointer: this.pointerTo('examples', index) })),
    ];
  }
}

/** A property whose schema and pointer are found out only where they are asked for. */
export function declareProperty(
  view: OpenapiView,
  name: string,
  value: Json | undefined,
  trail: Trail,
): SchemaProperty {
  let known: { readonly schema: SchemaNode | undefined } | undefined;
  return {
    name,
    get schema() {
      known ??= { schema: view.schemaAt(value, trail) };
      return known.schema;
    },
    get pointer() {
      return pointerOf(trail);
    },
  };
}
