import type { LinkNode } from '../model.ts';
import { NodeReader } from './node-reader.ts';

/** A link from a response to an operation (OpenAPI 3.1, section 4.8.20). */
export class LinkReader extends NodeReader implements LinkNode {
  get operationId(): string | undefined {
    return this.text('operationId');
  }

  get operationRef(): string | undefined {
    return this.text('operationRef');
  }
}
