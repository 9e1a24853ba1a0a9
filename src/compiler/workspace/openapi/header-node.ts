import { OpenapiNode } from './openapi-node.ts';
import type { Located, OpenapiView } from './openapi-view.ts';
import type { SchemaNode } from './schema-node.ts';
import { trailTo } from './trail.ts';

/** A header of a response (OpenAPI 3.1, section 4.8.21). */
export class HeaderNode extends OpenapiNode {
  readonly name: string;

  constructor(view: OpenapiView, name: string, { value, trail }: Located) {
    super(view, value, trail);
    this.name = name;
  }

  /** In Swagger 2.0 a header is its own schema. */
  get schema(): SchemaNode | undefined {
    if (this.view.isSwagger) return this.view.schemaAt(this.value, this.trail ?? trailTo(undefined, ''));
    return this.view.schemaAt(this.value['schema'], trailTo(this.trail, 'schema'));
  }
}
