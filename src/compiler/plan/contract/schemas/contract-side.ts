import type { JsonObject } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { DocumentShapes } from '#openapi/writing/document-shapes.ts';
import { SchemaNodes } from './nodes/schema-nodes.ts';
import { Subtypes } from './subtypes.ts';

/** One of the two compared documents, and its schemas. */
export interface ContractSide {
  readonly document: OpenapiDocument;
  readonly nodes: SchemaNodes;
  readonly subtypes: Subtypes;
  /** The shapes by which the gateway reads the texts of parameters. */
  readonly shapes: DocumentShapes;
}

export interface ContractSides {
  readonly base: ContractSide;
  readonly head: ContractSide;
}

export function openContract(root: JsonObject): ContractSide {
  const document = openDocument(root);
  const subtypes = new Subtypes(document);
  return {
    document,
    subtypes,
    shapes: new DocumentShapes(document),
    nodes: new SchemaNodes(document, subtypes),
  };
}
