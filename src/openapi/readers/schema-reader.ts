import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument, SchemaNode, SchemaProperty } from '../model.ts';
import { NodeReader } from './node-reader.ts';
import { LocatedExample } from './example-value.ts';
import type { WrittenExample } from '../plain-parts.ts';
import { pointerOf, pathTo, type ValuePath } from '../value-path.ts';

const none: readonly never[] = [];

/** A schema with references resolved (OpenAPI 3.1, section 4.8.24). */
export class SchemaReader extends NodeReader implements SchemaNode {
  #includes: readonly SchemaNode[] | undefined;
  #parts: readonly SchemaNode[] | undefined;
  #types: readonly string[] | undefined;
  #items: { readonly found: SchemaNode | undefined } | undefined;
  #properties: ReadonlyMap<string, SchemaProperty> | undefined;
  #required: ReadonlySet<string> | undefined;
  #alternatives: readonly SchemaNode[] | undefined;

  get includes(): readonly SchemaNode[] {
    const { $ref: reference, allOf } = this.value;
    // Fast path: most schemas include no other schemas.
    if (reference === undefined && allOf === undefined) return none;
    return (this.#includes ??= [...referredBy(this), ...this.schemasIn('allOf')]);
  }

  get parts(): readonly SchemaNode[] {
    return (this.#parts ??= this.includes.length === 0 ? [this] : this.#collectParts());
  }

  #collectParts(): readonly SchemaNode[] {
    const found: SchemaNode[] = [];
    const seen = new Set<JsonObject>();
    const rest: SchemaNode[] = [this];
    for (let next = rest.pop(); next; next = rest.pop()) {
      if (seen.has(next.value)) continue;
      seen.add(next.value);
      found.push(next);
      rest.push(...next.includes.toReversed());
    }
    return found;
  }

  get types(): readonly string[] {
    return (this.#types ??= this.#readTypes());
  }

  #readTypes(): readonly string[] {
    for (const { value } of this.parts) {
      const { type } = value;
      const types = Array.isArray(type)
        ? type.filter((one) => typeof one === 'string')
        : typeof type === 'string'
          ? [type]
          : [];
      if (types.length > 0) return value['nullable'] === true ? [...types, 'null'] : types;
    }
    return none;
  }

  isOnly(type: string): boolean {
    if (!this.types.includes(type)) return false;
    const types = this.types.filter((one) => one !== 'null');
    return types.length === 1 && types[0] === type;
  }

  get isObject(): boolean {
    return this.isOnly('object') || (this.types.length === 0 && this.properties.size > 0);
  }

  get isArray(): boolean {
    return this.isOnly('array') || (this.types.length === 0 && this.items !== undefined);
  }

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

  get ownProperties(): readonly SchemaProperty[] {
    const { properties } = this.value;
    if (!isJsonObject(properties)) return none;
    const valuePath = pathTo(this.valuePath, 'properties');
    return Object.entries(properties).map(([name, value]) =>
      declareProperty(this.document, name, value, pathTo(valuePath, name)),
    );
  }

  get required(): ReadonlySet<string> {
    return (this.#required ??= new Set(
      this.parts.flatMap(({ value: { required } }) => (Array.isArray(required) ? required.map(String) : [])),
    ));
  }

  get items(): SchemaNode | undefined {
    this.#items ??= { found: this.#readItems() };
    return this.#items.found;
  }

  #readItems(): SchemaNode | undefined {
    for (const part of this.parts) {
      if (part.value['items'] === undefined) continue;
      const items = this.document.schemaAt(part.value['items'], pathTo(part.valuePath, 'items'));
      if (items) return items;
    }
    return undefined;
  }

  get alternatives(): readonly SchemaNode[] {
    return (this.#alternatives ??= this.parts.flatMap(alternativesIn));
  }

  schemasIn(key: 'allOf' | 'oneOf' | 'anyOf' | 'prefixItems'): readonly SchemaNode[] {
    const list = this.value[key];
    if (!Array.isArray(list)) return none;
    const valuePath = pathTo(this.valuePath, key);
    return (list as readonly Json[]).flatMap(
      (value, index) => this.document.schemaAt(value, pathTo(valuePath, index)) ?? [],
    );
  }

  keyword(name: string): Json | undefined {
    return this.parts.find(({ value }) => Object.hasOwn(value, name))?.value[name];
  }

  exactKeyword(name: string): Json | undefined {
    const holder = this.parts.find(({ value }) => Object.hasOwn(value, name));
    return holder && this.document.exactValues.member(holder.value, name);
  }

  get examples(): readonly WrittenExample[] {
    const { example, examples } = this.value;
    if (example === undefined && examples === undefined) return none;
    const listed = Array.isArray(examples) ? (examples as readonly Json[]) : [];
    return [
      ...(example === undefined ? [] : [new LocatedExample(example, this.document, this, ['example'])]),
      ...listed.map((value, index) => new LocatedExample(value, this.document, this, ['examples', index])),
    ];
  }
}

function alternativesIn(part: SchemaNode): readonly SchemaNode[] {
  const { oneOf, anyOf } = part.value;
  if (oneOf === undefined && anyOf === undefined) return none;
  return [...part.schemasIn('oneOf'), ...part.schemasIn('anyOf')];
}

function referredBy({ value, document }: SchemaNode): readonly SchemaNode[] {
  const { $ref: reference } = value;
  const schema = typeof reference === 'string' ? document.schemaOf(reference) : undefined;
  return schema ? [schema] : [];
}

/** A property whose schema and pointer are computed on first use. */
class PropertyReader implements SchemaProperty {
  readonly name: string;
  readonly #document: OpenapiDocument;
  readonly #value: Json | undefined;
  readonly #valuePath: ValuePath;
  #schema: { readonly found: SchemaNode | undefined } | undefined;

  constructor(document: OpenapiDocument, name: string, value: Json | undefined, valuePath: ValuePath) {
    this.name = name;
    this.#document = document;
    this.#value = value;
    this.#valuePath = valuePath;
  }

  get schema(): SchemaNode | undefined {
    this.#schema ??= { found: this.#document.schemaAt(this.#value, this.#valuePath) };
    return this.#schema.found;
  }

  get pointer(): string {
    return pointerOf(this.#valuePath);
  }
}

/** The property that a schema declares by a name. */
export function declareProperty(
  document: OpenapiDocument,
  name: string,
  value: Json | undefined,
  valuePath: ValuePath,
): SchemaProperty {
  return new PropertyReader(document, name, value, valuePath);
}
