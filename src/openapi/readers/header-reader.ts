import type { JsonObject } from '#compiled/json.ts';
import type { HeaderNode, OpenapiDocument, OpenapiNode, SchemaNode, WrittenValue } from '../model.ts';
import { describeExamplesOfDeclared, examplesOfDeclared } from './example-value.ts';
import { membersOf, NodeReader } from './node-reader.ts';
import type { DescribedExample, Located, WrittenExample } from '../plain-parts.ts';
import { pathTo } from '../value-path.ts';
import { documentationOfValue, readWrittenValue } from './written-value.ts';

/** Members that define a header; all other members are documentation. */
const structural: ReadonlySet<string> = new Set(['required', 'schema', 'content', 'style', 'explode']);

/** A header of a response, or of a part of a body (OpenAPI 3.1, section 4.8.21). */
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

  get examples(): readonly WrittenExample[] {
    return examplesOfDeclared(this);
  }

  get describedExamples(): readonly DescribedExample[] {
    return describeExamplesOfDeclared(this);
  }

  get isRequired(): boolean {
    return this.isSet('required');
  }

  get documentation(): JsonObject {
    return documentationOfValue(this, structural);
  }
}

/**
 * The declared headers, by name in lower case. Content-Type is omitted, since the media type determines it (OpenAPI
 * 3.1, sections 4.8.15 and 4.8.17).
 */
export function headersOf({ document, value, valuePath }: OpenapiNode): ReadonlyMap<string, HeaderNode> {
  const above = pathTo(valuePath, 'headers');
  const headers = membersOf(value, 'headers').flatMap(([name, described]) => {
    if (name.toLowerCase() === 'content-type') return [];
    const target = document.resolve({ value: described, valuePath: pathTo(above, name) });
    return target ? [[name.toLowerCase(), new HeaderReader(document, name, target)] as const] : [];
  });
  return new Map(headers);
}
