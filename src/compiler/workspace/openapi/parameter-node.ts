import { isJsonObject, type Json } from '../../../compiled/json.ts';
import { OpenapiNode } from './openapi-node.ts';
import type { Located, OpenapiView } from './openapi-view.ts';
import type { SchemaNode } from './schema-node.ts';
import { pointerOf, trailTo, type Trail } from './trail.ts';

/** A parameter of an operation or of a path (OpenAPI 3.1, section 4.8.12). */
export class ParameterNode extends OpenapiNode {
  readonly #usedAt: Trail | undefined;

  constructor(view: OpenapiView, { value, trail }: Located, usedAt = trail) {
    super(view, value, trail);
    this.#usedAt = usedAt;
  }

  get name(): string {
    return this.text('name') ?? '';
  }

  /** What OpenAPI calls `in`: query, path, header, cookie; in Swagger 2.0 also body and formData. */
  get location(): string {
    return this.text('in') ?? '';
  }

  /** Whether it is a request body as Swagger 2.0 writes one. */
  get isBody(): boolean {
    return this.location === 'body' || this.location === 'formData';
  }

  /** In Swagger 2.0 a parameter is its own schema. */
  get schema(): SchemaNode | undefined {
    if (this.view.isSwagger && !this.isBody)
      return this.view.schemaAt(this.value, this.trail ?? trailTo(undefined, ''));
    return this.view.schemaAt(this.value['schema'], trailTo(this.trail, 'schema')) ?? this.#schemaOfContent();
  }

  #schemaOfContent(): SchemaNode | undefined {
    const { content } = this.value;
    const [mediaType, described] = isJsonObject(content) ? (Object.entries(content)[0] ?? []) : [];
    if (mediaType === undefined || !isJsonObject(described)) return undefined;
    const trail = trailTo(trailTo(this.trail, 'content'), mediaType);
    return this.view.schemaAt(described['schema'], trailTo(trail, 'schema'));
  }

  /** Where the operation or path names it, which is not where it stands if that is a reference. */
  get usedAtPointer(): string {
    return pointerOf(this.#usedAt);
  }
}

/** The parameters that an operation or a path declares, references resolved. */
export function readParameters(node: OpenapiNode): readonly ParameterNode[] {
  const parameters = node.value['parameters'];
  if (!Array.isArray(parameters)) return [];
  const trail = trailTo(node.trail, 'parameters');
  return (parameters as readonly Json[]).flatMap((value, index) => {
    const usedAt = trailTo(trail, index);
    const target = isJsonObject(value) ? node.view.resolve({ value, trail: usedAt }) : undefined;
    return target ? [new ParameterNode(node.view, target, usedAt)] : [];
  });
}
