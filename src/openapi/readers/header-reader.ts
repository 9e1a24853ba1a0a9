import type { JsonObject } from '../../compiled/json.ts';
import type { HeaderNode, OpenapiDocument, SchemaNode, WrittenValue } from '../model.ts';
import { NodeReader } from './node-reader.ts';
import { examplesOfDeclared } from './example-value.ts';
import type { ExampleValue, Located } from '../plain-parts.ts';
import { documentationOfValue, readWrittenValue } from './written-value.ts';

/** Members that define a response; the others are for people. */
const structural: ReadonlySet<string> = new Set(['required', 'schema', 'content', 'style', 'explode']);

/** A header of a response (OpenAPI 3.1, section 4.8.21). */
export class HeaderReader extends NodeReader implements HeaderNode {
  readonly name: string;
  #written: WrittenValue | undefined;

  constructor(document: OpenapiDocument, name: string, { value, valuePath }: Located) {
    super(document, value, valuePath);
    this.name = name;
  }

  get written(): WrittenValue {
    return (this.#written ??= readWrittenValue(this, 'header'));
  }

  get schema(): SchemaNode | undefined {
    return this.written.schemaNode;
  }

  get examples(): readonly ExampleValue[] {
    return examplesOfDeclared(this);
  }

  get isRequired(): boolean {
    return this.isSet('required');
  }

  get documentation(): JsonObject {
    return documentationOfValue(this, structural);
  }
}
