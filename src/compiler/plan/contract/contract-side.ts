import { ContractDocument } from './contract-document.ts';
import type { JsonObject } from '../../../compiled/json.ts';
import { SchemaNodes } from './schemas/schema-nodes.ts';

/** One of the two documents, and its schemas. */
export interface ContractSide {
  readonly document: ContractDocument;
  readonly nodes: SchemaNodes;
}

export function openContract(root: JsonObject): ContractSide {
  const document = new ContractDocument(root);
  return { document, nodes: new SchemaNodes(document) };
}
