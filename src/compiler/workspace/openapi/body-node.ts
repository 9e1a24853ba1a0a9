import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { examplesOf, type ExampleValue } from './example-value.ts';
import { formFieldsOf, type FormField } from './form-field.ts';
import { OpenapiNode } from './openapi-node.ts';
import { membersOf } from './object-members.ts';
import type { Located } from './openapi-view.ts';
import type { OperationNode } from './operation-node.ts';
import type { ParameterNode } from './parameter-node.ts';
import type { ResponseNode } from './response-node.ts';
import type { SchemaNode } from './schema-node.ts';
import { isJson } from './serialisation.ts';
import { pointerOf, trailTo, type Trail } from './trail.ts';

interface BodyOptions {
  readonly operation: OperationNode;
  /** The response that it belongs to; undefined where it is a request's. */
  readonly response: ResponseNode | undefined;
  readonly mediaType: string;
  /** Where the media type is named. */
  readonly namedAt: Trail | undefined;
  readonly isAssumed?: boolean;
  /** The fields of a form of Swagger 2.0. */
  readonly fields?: readonly ParameterNode[];
}

const formType = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;

/** Members that say what a body has to be; the others are for people. */
const structural: ReadonlySet<string> = new Set(['schema', 'itemSchema', 'encoding']);

/** What a request or a response carries in one media type (OpenAPI 3.1, section 4.8.14). */
export class BodyNode extends OpenapiNode {
  readonly operation: OperationNode;
  readonly response: ResponseNode | undefined;
  readonly mediaType: string;
  /** The pointer of what names the media type: a key, or in Swagger 2.0 an item of `produces` or `consumes`. */
  readonly mediaTypePointer: string;
  /** Whether the document names no media type, so that the usual one stands for any. */
  readonly isAssumed: boolean;
  readonly #swaggerFields: readonly ParameterNode[] | undefined;

  constructor(options: BodyOptions, { value, trail }: Located) {
    super(options.operation.view, value, trail);
    this.operation = options.operation;
    this.response = options.response;
    this.mediaType = options.mediaType;
    this.mediaTypePointer = pointerOf(options.namedAt);
    this.isAssumed = options.isAssumed ?? false;
    this.#swaggerFields = options.fields;
  }

  get mediaTypePart(): 'key' | 'value' {
    return this.view.isSwagger ? 'value' : 'key';
  }

  /** Whether it is JSON by its media type, a structured suffix (RFC 6839) included. */
  get isJson(): boolean {
    return isJson(this.mediaType);
  }

  get isXml(): boolean {
    return /^[^;]*[/+]xml\s*(;|$)/i.test(this.mediaType);
  }

  get schema(): SchemaNode | undefined {
    return this.#isForm ? undefined : this.view.schemaAt(this.writtenSchema, this.schemaTrail);
  }

  /** The schema as the document has it, booleans included; undefined where any body is allowed. */
  get writtenSchema(): Json | undefined {
    return this.#isForm ? undefined : this.value['schema'];
  }

  /** The schema of each item of a sequence (OpenAPI 3.2, section 4.14.1). */
  get itemSchema(): Json | undefined {
    return this.value['itemSchema'];
  }

  get schemaTrail(): Trail {
    return trailTo(this.trail, 'schema');
  }

  get #isForm(): boolean {
    return this.#swaggerFields !== undefined;
  }

  /** How the parts of a form are written, by their names. */
  get encoding(): Json | undefined {
    return this.value['encoding'];
  }

  /** The fields of a form; undefined for all other bodies. */
  get fields(): readonly FormField[] | undefined {
    const isForm = this.view.isSwagger ? this.#isForm : formType.test(this.mediaType);
    return isForm ? formFieldsOf(this) : undefined;
  }

  /** The parameters that are the fields of a form in Swagger 2.0; undefined for all other bodies. */
  get swaggerFields(): readonly ParameterNode[] | undefined {
    return this.#swaggerFields;
  }

  /** The members that are for people. */
  get documentation(): JsonObject {
    if (!this.view.isSwagger) return this.view.documentationOf(this.value, (name) => !structural.has(name));
    const [example] = this.#examplesOfSwagger();
    return example ? { [this.mediaType]: example.value } : {};
  }

  /** Those of the body itself; the schema has examples of its own. */
  get examples(): readonly ExampleValue[] {
    return this.view.isSwagger ? this.#examplesOfSwagger() : examplesOf(this);
  }

  #examplesOfSwagger(): readonly ExampleValue[] {
    const { examples } = this.value;
    const value = isJsonObject(examples) ? examples[this.mediaType] : undefined;
    return value === undefined ? [] : [{ value, pointer: this.pointerTo('examples', this.mediaType) }];
  }
}

/** The bodies below a `content`. */
export function bodiesOfContent(
  operation: OperationNode,
  response: ResponseNode | undefined,
  { value, trail }: Located,
): readonly BodyNode[] {
  return membersOf(value, 'content').flatMap(([mediaType, described]) => {
    const namedAt = trailTo(trailTo(trail, 'content'), mediaType);
    const target = operation.view.resolve({ value: described, trail: namedAt });
    return target ? [new BodyNode({ operation, response, mediaType, namedAt }, target)] : [];
  });
}

/**
 * Swagger 2.0 lists media types for the whole operation or document; the schema is the same in all. Where none is
 * listed, what has a schema is read as JSON, which it nearly always is.
 */
export function bodiesOfSwagger(
  operation: OperationNode,
  response: ResponseNode | undefined,
  located: Located,
): readonly BodyNode[] {
  if (response && located.value['schema'] === undefined) return [];
  const key = response ? 'produces' : 'consumes';
  return mediaTypesOf(operation, key, 'application/json', located.trail).map(
    (named) => new BodyNode({ operation, response, ...named }, located),
  );
}

/** The same for the fields of a form. */
export function bodiesOfForm(
  operation: OperationNode,
  fields: readonly ParameterNode[],
): readonly BodyNode[] {
  const [first] = fields;
  if (!first) return [];
  return mediaTypesOf(operation, 'consumes', 'application/x-www-form-urlencoded', first.trail).map(
    (named) => new BodyNode({ operation, response: undefined, fields, ...named }, first),
  );
}

type NamedMediaType = Pick<BodyOptions, 'mediaType' | 'namedAt' | 'isAssumed'>;

function mediaTypesOf(
  operation: OperationNode,
  key: 'consumes' | 'produces',
  usual: string,
  usedAt: Trail | undefined,
): readonly NamedMediaType[] {
  const holders: readonly Located[] = [operation, { value: operation.view.root, trail: undefined }];
  const holder = holders.find(({ value }) => Array.isArray(value[key]));
  const named = holder ? textsOf(holder.value, key, holder.trail) : [];
  return named.length > 0 ? named : [{ mediaType: usual, namedAt: usedAt, isAssumed: true }];
}

function textsOf(holder: JsonObject, key: string, above: Trail | undefined): readonly NamedMediaType[] {
  return (holder[key] as readonly Json[]).flatMap((item, index) =>
    typeof item === 'string' ? [{ mediaType: item, namedAt: trailTo(trailTo(above, key), index) }] : [],
  );
}
