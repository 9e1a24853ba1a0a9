import { isJsonObject, type Json } from '#compiled/json.ts';
import type { SchemaNode, SchemaProperty } from '#openapi/model.ts';
import { compilePattern } from '#openapi/schema/compile-pattern.ts';
import { pathTo } from '#openapi/value-path.ts';

/** The role of an object's member in the document: it is declared by name, its key is data, or it is undeclared. */
export type KeyRole = 'name' | 'data' | 'undeclared';

/** The maximum length of keys that are tested with patterns. A longer key counts as a match. */
const maxKeyLength = 200;

/** A place in a body, with all schemas that may describe its value, including those of alternatives. */
export class SchemaPlace {
  readonly #places: SchemaPlaces;
  readonly #schemas: readonly SchemaNode[];
  readonly #members = new Map<string, SchemaPlace>();
  #items: SchemaPlace | undefined;
  #others: SchemaPlace | undefined;
  #patterns: readonly RegExp[] | undefined;
  #named: ReadonlyMap<string, readonly SchemaProperty[]> | undefined;

  constructor(places: SchemaPlaces, schemas: readonly SchemaNode[]) {
    this.#places = places;
    this.#schemas = schemas;
  }

  roleOf(key: string): KeyRole {
    if (this.#properties.has(key)) return 'name';
    if (this.#otherSchemas().length > 0 || this.#matchesPattern(key)) return 'data';
    return this.extended === undefined ? 'data' : 'undeclared';
  }

  /**
   * The schema that an undeclared member would be added to; undefined if the keys of objects at this place are data.
   */
  get extended(): SchemaNode | undefined {
    return this.#schemas.find(
      ({ ownProperties, value }) => ownProperties.length > 0 || value['additionalProperties'] === false,
    );
  }

  /** The place of a member, whatever its role. */
  member(key: string): SchemaPlace {
    const declared = this.#properties.get(key);
    if (!declared) return (this.#others ??= this.#places.of(this.#otherSchemas()));
    const known = this.#members.get(key);
    if (known) return known;
    const place = this.#places.of(declared.flatMap(({ schema }) => schema ?? []));
    this.#members.set(key, place);
    return place;
  }

  /** The place of every item. */
  get items(): SchemaPlace {
    return (this.#items ??= this.#places.of(
      this.#schemas.flatMap((schema) => [...this.#at(schema, 'items'), ...schema.schemasIn('prefixItems')]),
    ));
  }

  get #properties(): ReadonlyMap<string, readonly SchemaProperty[]> {
    return (this.#named ??= Map.groupBy(
      this.#schemas.flatMap(({ ownProperties }) => ownProperties),
      ({ name }) => name,
    ));
  }

  /** The schemas of members that are not declared by name. */
  #otherSchemas(): readonly SchemaNode[] {
    return this.#schemas.flatMap((schema) =>
      ['additionalProperties', 'unevaluatedProperties'].flatMap((key) => this.#at(schema, key)),
    );
  }

  #matchesPattern(key: string): boolean {
    this.#patterns ??= this.#schemas.flatMap(({ value: { patternProperties } }) =>
      isJsonObject(patternProperties) ? Object.keys(patternProperties).map(compilePattern) : [],
    );
    return (
      this.#patterns.length > 0 && (key.length > maxKeyLength || this.#patterns.some((one) => one.test(key)))
    );
  }

  /** The subschema under a keyword; empty if it has no effect. */
  #at({ document, value, valuePath }: SchemaNode, keyword: string): readonly SchemaNode[] {
    const schema = value[keyword];
    if (!isJsonObject(schema) || Object.keys(schema).length === 0) return [];
    const node = document.schemaAt(schema, pathTo(valuePath, keyword));
    return node ? [node] : [];
  }
}

/** The places in the bodies of a document. Bodies with the same schemas share one place. */
export class SchemaPlaces {
  readonly #known = new Map<string, SchemaPlace>();

  /** The place that some schemas describe, together with all schemas that they include. */
  of(schemas: readonly SchemaNode[]): SchemaPlace {
    const all = withIncluded(schemas);
    const key = [...all.keys()].toSorted().join('\n');
    const known = this.#known.get(key);
    if (known) return known;
    const place = new SchemaPlace(this, [...all.values()]);
    this.#known.set(key, place);
    return place;
  }
}

/** The schemas by pointer, together with the schemas that they include, their alternatives and their conditions. */
function withIncluded(schemas: readonly SchemaNode[]): ReadonlyMap<string, SchemaNode> {
  const found = new Map<string, SchemaNode>();
  const rest = schemas.toReversed();
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (found.has(next.pointer)) continue;
    found.set(next.pointer, next);
    rest.push(
      ...[
        ...next.includes,
        ...next.schemasIn('oneOf'),
        ...next.schemasIn('anyOf'),
        ...conditionsOf(next),
      ].toReversed(),
    );
  }
  return found;
}

function conditionsOf({ document, value, valuePath }: SchemaNode): readonly SchemaNode[] {
  const { dependentSchemas } = value;
  const dependent = isJsonObject(dependentSchemas) ? Object.entries(dependentSchemas) : [];
  const at: readonly (readonly [readonly string[], Json | undefined])[] = [
    ...['if', 'then', 'else'].map((key) => [[key], value[key]] as const),
    ...dependent.map(([key, schema]) => [['dependentSchemas', key], schema] as const),
  ];
  return at.flatMap(([tokens, schema]) => {
    const path = tokens.reduce((above: typeof valuePath, token) => pathTo(above, token), valuePath);
    return document.schemaAt(schema, path) ?? [];
  });
}
