import { isJsonObject, valueAt } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';

/** A field that a mapping may have, or a value that a schema lists, with its description. */
export interface SchemaField {
  readonly name: string;
  readonly description: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

/** The scalar values of a mapping, by key. */
type WrittenValues = ReadonlyMap<string, string>;

const nothing: WrittenValues = new Map();

/**
 * The fields and values that a JSON Schema allows in a document. A path consists of keys from the root; an item of a
 * list is `*`.
 */
export class SchemaFields {
  readonly #root: unknown;
  readonly #find: (address: string) => unknown;

  /** `find` returns the schema at an address that this schema refers to. */
  constructor(root: unknown, find: (address: string) => unknown = () => undefined) {
    this.#root = root;
    this.#find = find;
  }

  /** The description of the value at a path; undefined if its schema has none. */
  describe(path: readonly string[]): string | undefined {
    return this.#schemasAt(path)
      .map(descriptionOf)
      .find((one) => one !== undefined);
  }

  /** The fields of the mapping at a path, without alternatives of the schema that the `written` values exclude. */
  list(path: readonly string[], written = nothing): readonly SchemaField[] {
    const fields = this.#schemasAt(path, written).flatMap(fieldsOf);
    return [...new Map(fields)].map(([name, schema]) => ({
      name,
      description: this.#alternatives(schema)
        .map(descriptionOf)
        .find((one) => one !== undefined),
    }));
  }

  /**
   * The values that the schema lists for a member of the mapping at a path; without a key, for the value at the path.
   */
  listValues(path: readonly string[], key: string | undefined, written = nothing): readonly SchemaField[] {
    const schemas =
      key === undefined
        ? this.#schemasAt(path)
        : this.#schemasAt(path, written).flatMap((schema) => this.#stepInto(schema, key));
    const values = schemas.flatMap((schema) =>
      valuesOf(schema).map((name) => ({ name, description: descriptionOf(schema) })),
    );
    return [...new Map(values.toReversed().map((value) => [value.name, value])).values()].toReversed();
  }

  #schemasAt(path: readonly string[], written = nothing): readonly Schema[] {
    return path.reduce<readonly Schema[]>(
      (schemas, key, index) =>
        distinct(
          schemas.flatMap((schema) =>
            this.#stepInto(schema, key, index === path.length - 1 ? written : nothing),
          ),
        ),
      this.#alternatives(this.#root, path.length === 0 ? written : nothing),
    );
  }

  #stepInto(schema: Schema, key: string, written = nothing): readonly Schema[] {
    const { properties, patternProperties, additionalProperties, items } = schema;
    if (key === '*') return this.#alternatives(items, written);
    if (isJsonObject(properties) && Object.hasOwn(properties, key))
      return this.#alternatives(properties[key], written);
    const matching = Object.entries(isJsonObject(patternProperties) ? patternProperties : {})
      .filter(([pattern]) => new RegExp(pattern, 'u').test(key))
      .map(([, one]) => one);
    const others = matching.length > 0 ? matching : [additionalProperties];
    return others.flatMap((one) => this.#alternatives(one, written));
  }

  /**
   * A schema and the subschemas that it applies to the same value, without alternatives that the written values
   * exclude.
   */
  #alternatives(schema: unknown, written = nothing, above: readonly unknown[] = []): readonly Schema[] {
    if (!isJsonObject(schema) || above.includes(schema) || !fitsWritten(schema, written)) return [];
    const one: Schema = schema;
    const joined = [
      this.#resolve(one['$ref']),
      ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (Array.isArray(one[keyword]) ? one[keyword] : [])),
      ...(isJsonObject(one['dependentSchemas']) ? Object.values(one['dependentSchemas']) : []),
      isJsonObject(one['if']) && !fitsWritten(one['if'], written) ? undefined : one['then'],
      one['else'],
    ];
    return [one, ...joined.flatMap((other) => this.#alternatives(other, written, [...above, schema]))];
  }

  #resolve(reference: unknown): unknown {
    if (typeof reference !== 'string') return undefined;
    const [address = '', fragment = ''] = reference.split('#');
    const document = address === '' ? this.#root : this.#find(address);
    return valueAt(document, splitPointer(fragment));
  }
}

/** Whether the written values are among those that a schema lists for its properties. */
function fitsWritten({ properties }: Schema, written: WrittenValues): boolean {
  if (written.size === 0 || !isJsonObject(properties)) return true;
  return Object.entries(properties).every(([name, schema]) => {
    const value = written.get(name);
    if (value === undefined || value === '' || !isJsonObject(schema)) return true;
    const values = valuesOf(schema);
    return values.length === 0 || values.includes(value);
  });
}

/** The fields of a schema by name, including names that a pattern lists. */
function fieldsOf({ properties, patternProperties }: Schema): readonly (readonly [string, unknown])[] {
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  const byPattern = Object.entries(isJsonObject(patternProperties) ? patternProperties : {}).flatMap(
    ([pattern, schema]) => namesIn(pattern).map((name) => [name, schema] as const),
  );
  return [...named, ...byPattern];
}

/** The names that a pattern lists: `get` and `put` for `^(get|put)$`, `$ref` for `^\$ref$`. */
function namesIn(pattern: string): readonly string[] {
  const [, names, name] =
    /^\^(?:\((?:\?:)?([a-z]+(?:\|[a-z]+)+)\)|((?:\\\$)?[a-z]+))\$$/i.exec(pattern) ?? [];
  return names?.split('|') ?? (name === undefined ? [] : [name.replace('\\', '')]);
}

function valuesOf(schema: Schema): readonly string[] {
  if (schema['type'] === 'boolean') return ['true', 'false'];
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
  return values.filter((one) => typeof one === 'string');
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function descriptionOf({ description }: Schema): string | undefined {
  return typeof description === 'string' ? description : undefined;
}
