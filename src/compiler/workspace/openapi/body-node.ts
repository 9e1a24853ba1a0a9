import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { OpenapiNode } from './openapi-node.ts';
import { membersOf } from './object-members.ts';
import type { Located } from './openapi-view.ts';
import type { OperationNode } from './operation-node.ts';
import type { ResponseNode } from './response-node.ts';
import type { SchemaNode } from './schema-node.ts';
import { pointerOf, trailTo, type Trail } from './trail.ts';

/** A value that a document gives as an example, and its pointer in the contract. */
export interface ExampleValue {
  readonly value: Json;
  readonly pointer: string;
}

/** What a request or a response carries in one media type (OpenAPI 3.1, section 4.8.14). */
export class BodyNode extends OpenapiNode {
  readonly operation: OperationNode;
  /** The response that it belongs to; undefined where it is a request's. */
  readonly response: ResponseNode | undefined;
  readonly mediaType: string;
  /** The pointer of what names the media type: a key, or in Swagger 2.0 an item of `produces` or `consumes`. */
  readonly mediaTypePointer: string;

  constructor(
    operation: OperationNode,
    response: ResponseNode | undefined,
    mediaType: string,
    { value, trail }: Located,
    namedAt: Trail | undefined,
  ) {
    super(operation.view, value, trail);
    this.operation = operation;
    this.response = response;
    this.mediaType = mediaType;
    this.mediaTypePointer = pointerOf(namedAt);
  }

  get mediaTypePart(): 'key' | 'value' {
    return this.view.isSwagger ? 'value' : 'key';
  }

  /** Whether it is JSON by its media type, a structured suffix (RFC 6839) included. */
  get isJson(): boolean {
    return /^[^;]*[/+]json\s*(;|$)/i.test(this.mediaType);
  }

  get isXml(): boolean {
    return /^[^;]*[/+]xml\s*(;|$)/i.test(this.mediaType);
  }

  get schema(): SchemaNode | undefined {
    return this.view.schemaAt(this.value['schema'], trailTo(this.trail, 'schema'));
  }

  /** Those of the body itself; the schema has examples of its own. */
  get examples(): readonly ExampleValue[] {
    if (this.view.isSwagger) return this.#examplesOfSwagger();
    const { example } = this.value;
    const named = membersOf(this.value, 'examples').flatMap(([name, value]) => {
      const trail = trailTo(trailTo(this.trail, 'examples'), name);
      const target = this.view.resolve({ value, trail });
      const held = target?.value['value'];
      return held === undefined ? [] : [{ value: held, pointer: pointerOf(target?.trail, 'value') }];
    });
    return [
      ...(example === undefined ? [] : [{ value: example, pointer: this.pointerTo('example') }]),
      ...named,
    ];
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
    return target ? [new BodyNode(operation, response, mediaType, target, namedAt)] : [];
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
  const isForm = located.value['in'] === 'formData';
  if (!isForm && !isJsonObject(located.value['schema'])) return [];
  const unnamed = isForm ? [] : [['application/json', located.trail] as const];
  const named = mediaTypesOf(operation, response ? 'produces' : 'consumes') ?? unnamed;
  return named.map(([mediaType, trail]) => new BodyNode(operation, response, mediaType, located, trail));
}

function mediaTypesOf(
  operation: OperationNode,
  key: string,
): readonly (readonly [string, Trail | undefined])[] | undefined {
  const holders: readonly Located[] = [operation, { value: operation.view.root, trail: undefined }];
  const holder = holders.find(({ value }) => Array.isArray(value[key]));
  return holder && textsOf(holder.value, key, holder.trail);
}

function textsOf(
  holder: JsonObject,
  key: string,
  above: Trail | undefined,
): readonly (readonly [string, Trail])[] {
  return (holder[key] as readonly Json[]).flatMap((item, index) =>
    typeof item === 'string' ? [[item, trailTo(trailTo(above, key), index)] as const] : [],
  );
}
