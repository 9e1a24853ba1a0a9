import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { describeExamplesOfDeclared, examplesOfDeclared } from './example-value.ts';
import type { OpenapiDocument, ParameterNode, SchemaNode, WrittenValue } from '../model.ts';
import { NodeReader } from './node-reader.ts';
import type { DescribedExample, Located, WrittenExample } from '../plain-parts.ts';
import type { Serialisation } from '../serialisation.ts';
import { pointerOf, pathTo, type ValuePath } from '../value-path.ts';
import { documentationOfValue, readWrittenValue } from './written-value.ts';

/** Headers that other parts of a document describe. Parameters with these names are ignored. */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type']);

/** Members that define a request; all other members are documentation. */
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
  'allowEmptyValue',
]);

/** A parameter of an operation or of a path (OpenAPI 3.1, section 4.8.12). */
export class ParameterReader extends NodeReader implements ParameterNode {
  readonly usedAt: ValuePath | undefined;
  #written: WrittenValue | undefined;
  #schema: { readonly found: SchemaNode | undefined } | undefined;
  /** The first reader of the same parameter, whose results this one reuses. */
  readonly #first: ParameterReader | undefined;

  constructor(document: OpenapiDocument, { value, valuePath }: Located, usedAt = valuePath) {
    super(document, value, valuePath);
    this.usedAt = usedAt;
    this.#first = usedAt === valuePath ? undefined : findFirst(this);
  }

  get name(): string {
    return this.text('name') ?? '';
  }

  get location(): string {
    return this.text('in') ?? '';
  }

  get key(): string {
    return parameterKey(this.location, this.name);
  }

  get isBody(): boolean {
    return this.location === 'body' || this.location === 'formData';
  }

  get isIgnored(): boolean {
    return this.location === 'header' && ignoredHeaders.has(this.name.toLowerCase());
  }

  get isRequired(): boolean {
    return this.location === 'path' || this.isSet('required');
  }

  get isDeprecated(): boolean {
    return this.isSet('deprecated');
  }

  get allowsEmpty(): boolean {
    return this.isSet('allowEmptyValue');
  }

  get written(): WrittenValue {
    return (this.#written ??= this.#first?.written ?? readWrittenValue(this, this.location));
  }

  get serialisation(): Serialisation {
    return this.written.serialisation;
  }

  get schema(): SchemaNode | undefined {
    if (this.#first) return this.#first.schema;
    this.#schema ??= { found: this.#readSchema() };
    return this.#schema.found;
  }

  #readSchema(): SchemaNode | undefined {
    if (this.location === 'body')
      return this.document.schemaAt(this.value['schema'], pathTo(this.valuePath, 'schema'));
    return this.written.schemaNode;
  }

  get isSchemaInline(): boolean {
    return this.schema?.value === (this.document.isSwagger ? this.value : this.value['schema']);
  }

  get examples(): readonly WrittenExample[] {
    return examplesOfDeclared(this);
  }

  get describedExamples(): readonly DescribedExample[] {
    return describeExamplesOfDeclared(this);
  }

  get isRepeated(): boolean {
    const { style, explode } = this.serialisation;
    return this.schema?.isArray === true && (explode || (style !== 'form' && style !== 'simple'));
  }

  get documentation(): JsonObject {
    return documentationOfValue(this, structural);
  }

  get usedAtPointer(): string {
    return pointerOf(this.usedAt);
  }
}

/**
 * The first readers of parameters that references lead to, by the values of the parameters: many operations may refer
 * to one.
 */
const referredTo = new WeakMap<OpenapiDocument, Map<JsonObject, ParameterReader>>();

/** The first reader of the same parameter in a document; undefined if it is this one. */
function findFirst(reader: ParameterReader): ParameterReader | undefined {
  const known = referredTo.get(reader.document) ?? new Map<JsonObject, ParameterReader>();
  referredTo.set(reader.document, known);
  const first = known.get(reader.value);
  if (first === undefined) known.set(reader.value, reader);
  return first?.valuePath === reader.valuePath ? first : undefined;
}

export function parameterKey(location: string, name: string): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

/** The parameters that an operation or a path declares, with references resolved. */
export function readParameters({
  document,
  value,
  valuePath: above,
}: Located & { readonly document: OpenapiDocument }): readonly ParameterNode[] {
  const { parameters } = value;
  if (!Array.isArray(parameters)) return [];
  const valuePath = pathTo(above, 'parameters');
  const found: ParameterNode[] = [];
  for (const [index, item] of (parameters as readonly Json[]).entries()) {
    const usedAt = pathTo(valuePath, index);
    const target = isJsonObject(item) ? document.resolve({ value: item, valuePath: usedAt }) : undefined;
    if (target) found.push(new ParameterReader(document, target, usedAt));
  }
  return found;
}
