import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { examplesOf, type ExampleValue } from './example-value.ts';
import { OpenapiNode } from './openapi-node.ts';
import type { Located, OpenapiView } from './openapi-view.ts';
import type { SchemaNode } from './schema-node.ts';
import type { Serialisation } from './serialisation.ts';
import { pointerOf, trailTo, type Trail } from './trail.ts';
import { documentationOfValue, readWrittenValue, type WrittenValue } from './written-value.ts';

/** Headers that other parts of a document describe, so that parameters of these names are ignored. */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type']);

/** Members that say what a request has to be; the others are for people. */
const structural: ReadonlySet<string> = new Set([
  '$ref',
  'name',
  'in',
  'required',
  'deprecated',
  'schema',
  'content',
  'style',
  'explode',
  'allowReserved',
  'allowEmptyValue',
]);

/** A parameter of an operation or of a path (OpenAPI 3.1, section 4.8.12). */
export class ParameterNode extends OpenapiNode {
  readonly #usedAt: Trail | undefined;
  #written: WrittenValue | undefined;

  constructor(view: OpenapiView, { value, trail }: Located, usedAt = trail) {
    super(view, value, trail);
    this.#usedAt = usedAt;
  }

  get name(): string {
    return this.text('name') ?? '';
  }

  /** What OpenAPI calls `in`: query, path, header, cookie; in Swagger 2.0 also body and formData. */
  get location(): string {
    return this.text('in') ?? '';
  }

  /** By which a parameter of an operation replaces one of its path: headers are the same in any case. */
  get key(): string {
    return parameterKey(this.location, this.name);
  }

  /** Whether it is a request body as Swagger 2.0 writes one. */
  get isBody(): boolean {
    return this.location === 'body' || this.location === 'formData';
  }

  /** Whether it is a header that other parts of the document describe (OpenAPI 3.1, section 4.8.12.2). */
  get isIgnored(): boolean {
    return this.location === 'header' && ignoredHeaders.has(this.name.toLowerCase());
  }

  /** What is in the path is always sent. */
  get isRequired(): boolean {
    return this.location === 'path' || this.isSet('required');
  }

  get isDeprecated(): boolean {
    return this.isSet('deprecated');
  }

  /** Whether it may be sent without a value. */
  get allowsEmpty(): boolean {
    return this.isSet('allowEmptyValue');
  }

  /** What its value may be, and how it is written. Of the body of Swagger 2.0, the schema alone. */
  get written(): WrittenValue {
    return (this.#written ??= readWrittenValue(this, this.location));
  }

  get serialisation(): Serialisation {
    return this.written.serialisation;
  }

  get schema(): SchemaNode | undefined {
    if (this.location === 'body')
      return this.view.schemaAt(this.value['schema'], trailTo(this.trail, 'schema'));
    return this.written.schemaNode;
  }

  /** Whether its schema is next to it, not elsewhere by reference. */
  get isSchemaInline(): boolean {
    return this.schema?.value === (this.view.isSwagger ? this.value : this.value['schema']);
  }

  /** Those of the parameter itself; its schema has examples of its own. */
  get examples(): readonly ExampleValue[] {
    return this.view.isSwagger ? [] : examplesOf(this);
  }

  /** Whether an array is written as one value for each of its items, not as one with separators. */
  get isRepeated(): boolean {
    const { style, explode } = this.serialisation;
    return this.schema?.isArray === true && (explode || (style !== 'form' && style !== 'simple'));
  }

  /** The members that are for people. In Swagger 2.0 all others belong to the schema. */
  get documentation(): JsonObject {
    return documentationOfValue(this, structural);
  }

  /** Where the operation or path names it, which is not where it is if that is a reference. */
  get usedAtPointer(): string {
    return pointerOf(this.#usedAt);
  }
}

export function parameterKey(location: string, name: string): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

/** The parameters that an operation or a path declares, references resolved. */
export function readParameters({
  view,
  value,
  trail: above,
}: Located & { readonly view: OpenapiView }): readonly ParameterNode[] {
  const { parameters } = value;
  if (!Array.isArray(parameters)) return [];
  const trail = trailTo(above, 'parameters');
  return (parameters as readonly Json[]).flatMap((item, index) => {
    const usedAt = trailTo(trail, index);
    const target = isJsonObject(item) ? view.resolve({ value: item, trail: usedAt }) : undefined;
    return target ? [new ParameterNode(view, target, usedAt)] : [];
  });
}
