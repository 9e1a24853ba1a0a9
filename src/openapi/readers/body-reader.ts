import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { encodingsOf, itemEncodingOf, prefixEncodingsOf } from './encoding-reader.ts';
import { bareExample, describeExamplesOf, examplesOf, LocatedExample } from './example-value.ts';
import type {
  BodyNode,
  EncodingNode,
  OperationNode,
  ParameterNode,
  ResponseNode,
  SchemaNode,
  OpenapiDocument,
} from '../model.ts';
import { NodeReader, membersOf } from './node-reader.ts';
import type { DescribedExample, FormField, Located, WrittenExample } from '../plain-parts.ts';
import { isJson, type Serialisation } from '../serialisation.ts';
import { pointerOf, pathTo, type ValuePath } from '../value-path.ts';

/** The maximum number of parts of a schema that are read; the schema of a form has few. */
const maxParts = 100;

const asFields: Serialisation = { style: 'form', explode: true };

interface BodyOptions {
  readonly operation: OperationNode;
  readonly response: ResponseNode | undefined;
  readonly mediaType: string;
  /** The path at which the media type is named. */
  readonly namedAt: ValuePath | undefined;
  readonly isAssumed?: boolean;
  /** The fields of a form of Swagger 2.0. */
  readonly fields?: readonly ParameterNode[];
}

const formType = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;

/** Members that define a body; all other members are documentation. */
const structural: ReadonlySet<string> = new Set([
  'schema',
  'itemSchema',
  'encoding',
  'prefixEncoding',
  'itemEncoding',
]);

/** The body of a request or a response in one media type (OpenAPI 3.1, section 4.8.14). */
class BodyReader extends NodeReader implements BodyNode {
  readonly operation: OperationNode;
  readonly response: ResponseNode | undefined;
  readonly mediaType: string;
  readonly #namedAt: ValuePath | undefined;
  readonly isAssumed: boolean;
  readonly #swaggerFields: readonly ParameterNode[] | undefined;

  constructor(options: BodyOptions, { value, valuePath }: Located) {
    super(options.operation.document, value, valuePath);
    this.operation = options.operation;
    this.response = options.response;
    this.mediaType = options.mediaType;
    this.#namedAt = options.namedAt;
    this.isAssumed = options.isAssumed ?? false;
    this.#swaggerFields = options.fields;
  }

  get mediaTypePointer(): string {
    return pointerOf(this.#namedAt);
  }

  get mediaTypePart(): 'key' | 'value' {
    return this.document.isSwagger ? 'value' : 'key';
  }

  get isJson(): boolean {
    return isJson(this.mediaType);
  }

  get isXml(): boolean {
    return /^[^;]*[/+]xml\s*(;|$)/i.test(this.mediaType);
  }

  get schema(): SchemaNode | undefined {
    return this.#isForm ? undefined : this.document.schemaAt(this.writtenSchema, this.schemaPath);
  }

  get writtenSchema(): Json | undefined {
    return this.#isForm ? undefined : this.value['schema'];
  }

  get itemSchema(): Json | undefined {
    return this.value['itemSchema'];
  }

  get schemaPath(): ValuePath {
    return pathTo(this.valuePath, 'schema');
  }

  get #isForm(): boolean {
    return this.#swaggerFields !== undefined;
  }

  get encodings(): ReadonlyMap<string, EncodingNode> {
    return encodingsOf(this);
  }

  get prefixEncodings(): readonly EncodingNode[] {
    return prefixEncodingsOf(this);
  }

  get itemEncoding(): EncodingNode | undefined {
    return itemEncodingOf(this);
  }

  get fields(): readonly FormField[] | undefined {
    const isForm = this.document.isSwagger ? this.#isForm : formType.test(this.mediaType);
    return isForm ? formFieldsOf(this) : undefined;
  }

  get swaggerFields(): readonly ParameterNode[] | undefined {
    return this.#swaggerFields;
  }

  get documentation(): JsonObject {
    if (!this.document.isSwagger)
      return this.document.documentationOf(this.value, (name) => !structural.has(name));
    const [example] = this.#examplesOfSwagger();
    return example ? { [this.mediaType]: example.value } : {};
  }

  get examples(): readonly WrittenExample[] {
    return this.document.isSwagger ? this.#examplesOfSwagger() : examplesOf(this);
  }

  get describedExamples(): readonly DescribedExample[] {
    if (!this.document.isSwagger) return describeExamplesOf(this);
    return this.#examplesOfSwagger().map(({ exact }) => bareExample(undefined, exact));
  }

  #examplesOfSwagger(): readonly WrittenExample[] {
    const { examples } = this.value;
    const value = isJsonObject(examples) ? examples[this.mediaType] : undefined;
    return value === undefined
      ? []
      : [new LocatedExample(value, this.document, this, ['examples', this.mediaType])];
  }
}

/** The bodies in a `content` member. */
export function bodiesOfContent(
  operation: OperationNode,
  response: ResponseNode | undefined,
  { value, valuePath }: Located,
): readonly BodyNode[] {
  const contentPath = pathTo(valuePath, 'content');
  const bodies: BodyNode[] = [];
  for (const [mediaType, described] of membersOf(value, 'content')) {
    const namedAt = pathTo(contentPath, mediaType);
    const target = operation.document.resolve({ value: described, valuePath: namedAt });
    if (target) bodies.push(new BodyReader({ operation, response, mediaType, namedAt }, target));
  }
  return bodies;
}

/**
 * The bodies of Swagger 2.0, which lists media types for the whole operation or document; the schema is the same for
 * all of them. If no media type is listed, a body with a schema is assumed to be JSON, which is nearly always right.
 */
export function bodiesOfSwagger(
  operation: OperationNode,
  response: ResponseNode | undefined,
  located: Located,
): readonly BodyNode[] {
  if (response && located.value['schema'] === undefined) return [];
  const key = response ? 'produces' : 'consumes';
  return mediaTypesOf(operation, key, 'application/json', located.valuePath).map(
    (named) => new BodyReader({ operation, response, ...named }, located),
  );
}

/** The bodies of a form with these fields in Swagger 2.0. */
export function bodiesOfForm(
  operation: OperationNode,
  fields: readonly ParameterNode[],
): readonly BodyNode[] {
  const [first] = fields;
  if (!first) return [];
  return mediaTypesOf(operation, 'consumes', 'application/x-www-form-urlencoded', first.valuePath).map(
    (named) => new BodyReader({ operation, response: undefined, fields, ...named }, first),
  );
}

type NamedMediaType = Pick<BodyOptions, 'mediaType' | 'namedAt' | 'isAssumed'>;

function mediaTypesOf(
  operation: OperationNode,
  key: 'consumes' | 'produces',
  usual: string,
  usedAt: ValuePath | undefined,
): readonly NamedMediaType[] {
  const holders: readonly Located[] = [operation, { value: operation.document.root, valuePath: undefined }];
  const holder = holders.find(({ value }) => Array.isArray(value[key]));
  const named = holder ? textsOf(holder.value, key, holder.valuePath) : [];
  return named.length > 0 ? named : [{ mediaType: usual, namedAt: usedAt, isAssumed: true }];
}

function textsOf(holder: JsonObject, key: string, above: ValuePath | undefined): readonly NamedMediaType[] {
  return (holder[key] as readonly Json[]).flatMap((item, index) =>
    typeof item === 'string' ? [{ mediaType: item, namedAt: pathTo(pathTo(above, key), index) }] : [],
  );
}

/** The fields of a form: the parameters of OpenAPI 2.0, or the properties of the body's schema. */
function formFieldsOf(body: BodyNode): readonly FormField[] {
  const { swaggerFields } = body;
  if (!swaggerFields) return fieldsOfSchema(body);
  return swaggerFields.map(({ name, isRequired, allowsEmpty, written }) => ({
    name,
    isRequired,
    allowsEmpty,
    serialisation: written.serialisation,
    schema: written.schema,
  }));
}

function fieldsOfSchema({ document, writtenSchema, encodings }: BodyNode): readonly FormField[] {
  const parts = partsOf(document, writtenSchema);
  const required = new Set(
    parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])),
  );
  const fields = new Map<string, FormField>();
  for (const [name, schema] of parts.flatMap(({ properties }) =>
    Object.entries(isJsonObject(properties) ? properties : {}),
  )) {
    fields.set(name, {
      name,
      isRequired: required.has(name) && !isReadOnly(document, schema),
      allowsEmpty: false,
      serialisation: serialisationOfField(encodings.get(name)),
      schema,
    });
  }
  return [...fields.values()];
}

function isReadOnly(document: OpenapiDocument, property: Json): boolean {
  const isFlagged = isJsonObject(property) && property['readOnly'] === true;
  const target = document.references.follow(property)?.value;
  return isFlagged || (isJsonObject(target) && target['readOnly'] === true);
}

/** A schema, and the schemas that it includes by `allOf` or, next to other keywords, by `$ref`. */
function partsOf({ references }: OpenapiDocument, schema: Json | undefined): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const rest: (Json | undefined)[] = [schema];
  while (rest.length > 0 && parts.size < maxParts) {
    const part = rest.pop();
    if (!isJsonObject(part) || parts.has(part)) continue;
    parts.add(part);
    const { $ref: reference, allOf } = part;
    if (typeof reference === 'string') rest.push(references.target(reference)?.value);
    if (Array.isArray(allOf)) rest.push(...(allOf as readonly Json[]));
  }
  return [...parts];
}

/** The serialisation of a field. A field with its own media type is opaque. */
function serialisationOfField(encoding: EncodingNode | undefined): Serialisation {
  if (!encoding) return asFields;
  const { serialisation, contentType } = encoding;
  return contentType === undefined ? serialisation : { ...serialisation, style: 'opaque' };
}
