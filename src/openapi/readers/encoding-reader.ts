import { isJsonObject, pick, type Json, type JsonObject } from '#compiled/json.ts';
import type { EncodingNode, HeaderNode, OpenapiNode } from '../model.ts';
import { serialisationOf, type Serialisation } from '../serialisation.ts';
import { pathTo, type ValuePath } from '../value-path.ts';
import { headersOf } from './header-reader.ts';
import { membersOf, NodeReader } from './node-reader.ts';

/** Members that define how the parts within a part are encoded (OpenAPI 3.2, section 4.15.1). */
const nested = ['encoding', 'prefixEncoding', 'itemEncoding'];

/** Members that define how a part is encoded; all other members are documentation. */
const structural: ReadonlySet<string> = new Set(['contentType', 'headers', 'style', 'explode', ...nested]);

/** How a part of a body is encoded (OpenAPI 3.1, section 4.8.15). */
class EncodingReader extends NodeReader implements EncodingNode {
  get serialisation(): Serialisation {
    return serialisationOf(this.value, 'form');
  }

  get isStyled(): boolean {
    return this.value['style'] !== undefined || this.value['explode'] !== undefined;
  }

  get contentType(): string | undefined {
    return this.text('contentType');
  }

  get headers(): ReadonlyMap<string, HeaderNode> {
    return headersOf(this);
  }

  get ofParts(): JsonObject {
    return pick(this.value, nested);
  }

  get documentation(): JsonObject {
    return this.document.documentationOf(this.value, (name) => !structural.has(name));
  }
}

/** The encodings of the parts of a body, by name. */
export function encodingsOf({ document, value, valuePath }: OpenapiNode): ReadonlyMap<string, EncodingNode> {
  const above = pathTo(valuePath, 'encoding');
  return new Map(
    membersOf(value, 'encoding').map(([name, described]) => [
      name,
      new EncodingReader(document, described, pathTo(above, name)),
    ]),
  );
}

/** The encodings of the first parts of a sequence, in their order. */
export function prefixEncodingsOf(body: OpenapiNode): readonly EncodingNode[] {
  const { prefixEncoding } = body.value;
  const above = pathTo(body.valuePath, 'prefixEncoding');
  const listed = Array.isArray(prefixEncoding) ? (prefixEncoding as readonly Json[]) : [];
  return listed.map((described, index) => readEncoding(body, described, pathTo(above, index)));
}

/** The encoding of all other parts of a sequence; undefined if the document declares none. */
export function itemEncodingOf(body: OpenapiNode): EncodingNode | undefined {
  const { itemEncoding } = body.value;
  if (itemEncoding === undefined) return undefined;
  return readEncoding(body, itemEncoding, pathTo(body.valuePath, 'itemEncoding'));
}

function readEncoding({ document }: OpenapiNode, described: Json, valuePath: ValuePath): EncodingNode {
  return new EncodingReader(document, isJsonObject(described) ? described : {}, valuePath);
}
