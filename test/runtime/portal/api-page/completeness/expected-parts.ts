import { isJsonObject, valueAt, type Json, type JsonObject } from '#compiled/json.ts';

/**
 * What a person finds in a part of a document, by a walk of its own: the names of parameters, headers and fields, the
 * statuses and media types, and the listed values and examples as JSON. Named schemas are only referred to.
 */
export interface ExpectedParts {
  readonly texts: ReadonlySet<string>;
  /** Values, each of which may be written in one line or several. */
  readonly values: ReadonlySet<Json>;
  readonly schemaNames: ReadonlySet<string>;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The operations of a document: method in upper case, path, and what their pages show. */
export function listOperations(
  root: JsonObject,
): readonly { readonly method: string; readonly path: string; readonly expected: ExpectedParts }[] {
  return Object.entries(objectAt(root, 'paths')).flatMap(([path, written]) => {
    const item = new PartsWalk(root).resolve(written);
    if (!path.startsWith('/')) return [];
    return methods.flatMap((method) => {
      const operation = item[method];
      if (!isJsonObject(operation)) return [];
      const walk = new PartsWalk(root);
      walk.operation(operation, item);
      return [{ method: method.toUpperCase(), path, expected: walk }];
    });
  });
}

/** What the page of a named schema shows; undefined if the document has no such schema. */
export function expectedOfSchema(root: JsonObject, name: string): ExpectedParts | undefined {
  const section = isJsonObject(root['definitions']) ? ['definitions'] : ['components', 'schemas'];
  const schema = valueAt(root, [...section, name]);
  if (schema === undefined) return undefined;
  const walk = new PartsWalk(root);
  walk.schema(schema);
  return walk;
}

function objectAt(holder: JsonObject, key: string): JsonObject {
  const member = holder[key];
  return isJsonObject(member) ? member : {};
}

function listAt(holder: JsonObject, key: string): readonly Json[] {
  const member = holder[key];
  return Array.isArray(member) ? (member as readonly Json[]) : [];
}

class PartsWalk implements ExpectedParts {
  readonly texts = new Set<string>();
  readonly values = new Set<Json>();
  readonly schemaNames = new Set<string>();
  readonly #root: JsonObject;
  readonly #seen = new Set<JsonObject>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  resolve(value: Json | undefined): JsonObject {
    let found = value;
    for (let hops = 0; hops < 50; hops += 1) {
      const reference = isJsonObject(found) ? found['$ref'] : undefined;
      if (typeof reference !== 'string') break;
      const tokens = reference
        .slice(2)
        .split('/')
        .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
      found = valueAt(this.#root, tokens);
    }
    return isJsonObject(found) ? found : {};
  }

  operation(operation: JsonObject, item: JsonObject): void {
    const own = listAt(operation, 'parameters').map((written) => this.resolve(written));
    const isOverridden = (parameter: JsonObject) =>
      own.some(({ name, in: location }) => name === parameter['name'] && location === parameter['in']);
    const inherited = listAt(item, 'parameters').map((written) => this.resolve(written));
    for (const parameter of [...own, ...inherited.filter((one) => !isOverridden(one))])
      this.parameter(parameter);
    this.content(this.resolve(operation['requestBody']));
    for (const [status, written] of Object.entries(objectAt(operation, 'responses')))
      if (!status.startsWith('x-')) this.response(status, this.resolve(written));
  }

  parameter(parameter: JsonObject): void {
    const { name, in: location } = parameter;
    if (location !== 'body' && typeof name === 'string') this.texts.add(name);
    if (parameter['schema'] === undefined && parameter['content'] === undefined) this.schema(parameter);
    this.schema(parameter['schema']);
    this.examples(parameter);
    this.content(parameter, false);
  }

  response(status: string, response: JsonObject): void {
    this.texts.add(status === 'default' ? 'other statuses' : status.toUpperCase());
    for (const [name, header] of Object.entries(objectAt(response, 'headers')))
      if (name.toLowerCase() !== 'content-type') {
        this.texts.add(name);
        this.parameter({ ...this.resolve(header), name });
      }
    this.schema(response['schema']);
    for (const value of Object.values(objectAt(response, 'examples'))) this.values.add(value);
    this.content(response);
  }

  content(holder: JsonObject, isNamed = true): void {
    for (const [mediaType, written] of Object.entries(objectAt(holder, 'content'))) {
      const body = this.resolve(written);
      if (isNamed) this.texts.add(mediaType);
      this.schema(body['schema']);
      this.examples(body);
    }
  }

  examples(holder: JsonObject): void {
    if (holder['example'] !== undefined) this.values.add(holder['example']);
    for (const written of Object.values(objectAt(holder, 'examples'))) {
      const { value } = this.resolve(written);
      if (value !== undefined) this.values.add(value);
    }
  }

  schema(written: Json | undefined): void {
    if (!isJsonObject(written) || this.#seen.has(written)) return;
    this.#seen.add(written);
    const { $ref: reference } = written;
    if (typeof reference === 'string') return this.reference(reference);
    for (const [name, property] of Object.entries(objectAt(written, 'properties'))) {
      this.texts.add(name);
      this.schema(property);
    }
    for (const key of ['patternProperties', 'dependentSchemas'])
      for (const one of Object.values(objectAt(written, key))) this.schema(one);
    for (const key of ['allOf', 'oneOf', 'anyOf', 'prefixItems'])
      for (const one of listAt(written, key)) this.schema(one);
    for (const key of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'])
      this.schema(written[key]);
    for (const value of [...listAt(written, 'enum'), ...listAt(written, 'examples')]) this.values.add(value);
    for (const key of ['example', 'default', 'const']) {
      const value = written[key];
      if (value !== undefined) this.values.add(value);
    }
  }

  /** A named schema is on a page of its own, to which there must be a link. */
  reference(reference: string): void {
    const [, name] = /^#\/(?:definitions|components\/schemas)\/([^/]+)$/.exec(reference) ?? [];
    if (name === undefined) this.schema(this.resolve({ $ref: reference }));
    else this.schemaNames.add(decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  }
}
