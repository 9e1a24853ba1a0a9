import type { JsonObject } from '../../../compiled/json.ts';
import { OpenapiNode } from './openapi-node.ts';
import type { Located, OpenapiView } from './openapi-view.ts';
import type { SchemaNode } from './schema-node.ts';
import { documentationOfValue, readWrittenValue, type WrittenValue } from './written-value.ts';

/** Members that say what a response has to be; the others are for people. */
const structural: ReadonlySet<string> = new Set(['required', 'schema', 'content', 'style', 'explode']);

/** A header of a response (OpenAPI 3.1, section 4.8.21). */
export class HeaderNode extends OpenapiNode {
  readonly name: string;
  #written: WrittenValue | undefined;

  constructor(view: OpenapiView, name: string, { value, trail }: Located) {
    super(view, value, trail);
    this.name = name;
  }

  /** What its value may be, and how it is written. */
  get written(): WrittenValue {
    return (this.#written ??= readWrittenValue(this, 'header'));
  }

  get schema(): SchemaNode | undefined {
    return this.written.schemaNode;
  }

  get isRequired(): boolean {
    return this.isSet('required');
  }

  /** The members that are for people. In Swagger 2.0 all others belong to the schema. */
  get documentation(): JsonObject {
    return documentationOfValue(this, structural);
  }
}
