import type { JsonObject } from '#compiled/json.ts';
import type { HeaderNode } from '#openapi/model.ts';
import { pointerOf } from '#openapi/value-path.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import { writingOf } from '#openapi/writing/writing.ts';
import type { DeclaredText } from '../../sent-as-text/declared-text.ts';
import type { ListWriting } from '../../sent-as-text/list-writing.ts';
import { describeStyle, listWritingOf } from './serialisation-style.ts';
import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';

export interface ContractHeader {
  readonly name: string;
  readonly required: boolean;
  /** The serialization of the value; equal texts mean equal serializations. */
  readonly style: string;
  /** How lists are written; undefined if the value is not sent as text. */
  readonly lists: ListWriting | undefined;
  readonly schema: SchemaNode;
  /** The declaration by which the gateway reads the header's texts. */
  readonly text: DeclaredText;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

/** Reads a header of a response, or of a part of a body. */
export function readHeader(header: HeaderNode, { nodes, shapes }: ContractSide): ContractHeader {
  const { name, written, documentation, pointer } = header;
  const schema = nodes.nodeOf(written.schema, pointerOf(written.schemaPath));
  const style = describeStyle(written, schema);
  const lists = listWritingOf(written, 'header');
  const { serialisation } = written;
  const shape = shapes.shapeOf(written.schema);
  const writing = writingOf({ location: 'header', serialisation }, shape);
  const text = {
    name,
    location: 'header',
    isRequired: false,
    allowsEmpty: false,
    serialisation,
    writing,
    shape,
    schema,
  };
  return { name, required: header.isRequired, style, lists, schema, text, documentation, pointer };
}
