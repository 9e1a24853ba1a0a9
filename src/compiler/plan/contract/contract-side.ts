import type { JsonObject } from '../../../compiled/json.ts';
import { OpenapiView } from '../../workspace/openapi/openapi-view.ts';
import { SchemaNodes } from './schemas/schema-nodes.ts';

/** One of the two documents, and its schemas. */
export interface ContractSide {
  readonly document: OpenapiView;
  readonly nodes: SchemaNodes;
}

export function openContract(root: JsonObject): ContractSide {
  const document = new OpenapiView(root);
  return { document, nodes: new SchemaNodes(document) };
}
